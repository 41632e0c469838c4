/** Other tools, and what readers ask about them that these pages do not answer. */
const tool = (names: string, subjects: string): { names: string[]; subjects: string[] } => ({
  names: names.split(', '),
  subjects: subjects.trim().split(/,\s+/),
});

export const otherTools = [
  tool(
    'snowflake, snow flake, snowflakedb, snowflake db',
    `
    warehouse size, resize warehouse, suspend warehouse, auto suspend, auto resume, multi cluster, scaling policy, resource monitor,
    credit price, buy credits, credit balance, pricing model, pricing plan, invoice, free trial, time travel, fail safe, undrop,
    snowpipe, snowpark, streamlit, snowsql, cortex, clustering key, micro partition, result cache, flatten json,
    create masking policy, reset password, forgot password, reader account, failover, star schema, window function, pivot,
    optimize query, slow query, reset mfa, enroll mfa`,
  ),
  tool(
    'bigquery, big query, bq, google bigquery, google big query',
    `
    slot reservation, buy slots, slot commitment, flat rate, pricing, free tier, partition expiration, unnest array, array_agg,
    safe_cast, parse_date, format date, timestamp_diff, date_trunc, window function, pivot, scheduled query, load csv,
    streaming insert, insert row, bqml, machine learning model, bi engine, refresh materialized view, time travel, undelete,
    slow query, optimize query, write udf, pandas, estimate query cost, choose clustering, omni, dataform, legacy sql syntax,
    authorized view create, safe divide, geography`,
  ),
  tool(
    'redshift, red shift, amazon redshift, aws redshift',
    `
    vacuum, sortkey, sort key, distkey, dist key, distribution style, distribution key, compression encoding, workload management,
    concurrency scaling, resize cluster, elastic resize, pause cluster, resume cluster, node type, reserved node, pricing,
    load error, snapshot restore, cluster snapshot, disk full, disk space, optimize query, query plan, kill query, kill session,
    deadlock, maintenance window, reset password, parameter group, window function, duplicate row, dbeaver, zero etl, ra3 dc2,
    deep copy, snapshot retention, listagg`,
  ),
  tool(
    'databricks, data bricks, databrick, unity catalog',
    `
    dbu, pricing, spot instance, instance pool, autoscaling, auto termination, cluster size, cluster policy, photon,
    schedule notebook, dbutils, magic command, mount storage, mount s3, mount adls, autoloader, auto loader, zorder, vacuum,
    liquid clustering, time travel, model serving, vector search, genie, asset bundle, git integration, git folder, mfa,
    community edition, certification exam, clean room, pandas, oom, driver crash, shuffle partition, library install notebook,
    cluster start slow, dlt expectations, ip access list, automl`,
  ),
  tool(
    'spark, apache spark, pyspark, spark sql',
    `
    executor memory, executor core, number executors, dynamic allocation, outofmemoryerror, memory overhead, shuffle, data skew,
    skewed join, broadcast join, broadcast variable, repartition, filter dataframe, create dataframe, pandas dataframe, infer schema,
    explode, write udf, window function, pivot, withcolumn, drop duplicates, null values, date format, watermark, checkpoint, mllib,
    history server, adaptive query, physical plan, fetch failed, garbage collection, speculative execution, lazy evaluation,
    performance tuning, koalas, kryo, accumulator, graphx, container killed`,
  ),
  tool(
    'postgres, postgresql, postgre, postgre sql, postgres sql, pg',
    `
    vacuum, autovacuum, bloat, wraparound, create index, rebuild index, reindex, gin index, partial index, explain analyze,
    query plan, slow query, optimize query, shared_buffers, work_mem, deadlock, lock table, kill query, replication slot,
    streaming replication, patroni, wal, point in time recovery, pg_upgrade, declarative partitioning, foreign data wrapper,
    pgvector, pgadmin, copy csv, serial column, duplicate row, window function, crosstab, trigger function, plpgsql,
    refresh materialized view, promote standby, query jsonb, jsonb index`,
  ),
  tool(
    'mysql, my sql, mariadb, maria db',
    `
    buffer pool, myisam, slow query, query plan, explain query, optimize query, full text index, binlog, binary log, replication lag,
    master slave, galera, group replication, deadlock, lock wait, lock table, processlist, kill query, phpmyadmin, dbeaver, my.cnf,
    reset root password, forgot password, mysqld, storage engine, auto_increment, autoincrement, write stored procedure,
    event scheduler, group_concat, duplicate row, load data infile, json_extract, sql_mode, only_full_group_by, window function,
    certification exam, foreign key cascade, foreign key error`,
  ),
  tool(
    'sql server, sqlserver, mssql, ms sql, microsoft sql server, azure sql, tsql, t-sql',
    `
    ssms, management studio, availability group, log shipping, database mirroring, transaction log, shrink database, restore backup,
    recovery model, dbcc, index fragmentation, rebuild index, create index, clustered index, columnstore, execution plan,
    parameter sniffing, slow query, optimize query, nolock, deadlock, kill session, sa password, reset password,
    write stored procedure, cursor, pivot, identity column, dateadd, bulk insert, license, duplicate row, ssis package deploy,
    query hint, update statistics, maxdop, filegroup`,
  ),
  tool(
    'oracle, oracle db, oracle database, plsql, pl/sql',
    `
    extend tablespace, tablespace full, datafile, redo log, archivelog, undo, rman, data pump, expdp, impdp, sql loader, sqlplus,
    sql developer, data guard, goldengate, flashback, awr, explain plan, execution plan, optimizer hint, slow query, optimize query,
    dbms_stats, rebuild index, create index, kill session, deadlock, snapshot too old, mutating table, unlock account,
    account locked, password expired, reset password, startup database, nvl, rownum, listagg, license, exadata pricing, sga`,
  ),
  tool(
    'hive, apache hive, hiveql',
    `
    beeline, external versus managed, msck repair, dynamic partition, orc compression, tez, llap, mapreduce, map join, skew join,
    vectorization, custom serde, write udf, udaf, lateral view, explode, window function, insert row, load csv, acid transaction,
    compaction, schematool, derby, heap size, gc overhead, small file, merge files, number reducers, return code, vertex failed,
    slow query, optimize query, explain plan, from_unixtime, pivot, alter partition, hive-site heap, queue name, strict mode`,
  ),
  tool(
    'trino, trinodb, trino db, starburst',
    `
    add worker, worker node, coordinator memory, spill, resource group, query queue, fault tolerant, exchange manager,
    cost based optimizer, join reordering, dynamic filtering, predicate pushdown, jvm config, autoscale worker, graceful shutdown,
    slow query, optimize query, kill query, explain analyze, query plan, too many splits, unnest, cross join, window function,
    date_add, try_cast, json_extract, array_agg, approx_distinct, custom connector, write udf, insufficient resources,
    page transport, dbeaver, pricing, query max memory, worker memory, map_agg, alluxio`,
  ),
  tool(
    'presto, prestodb, prestosql, presto db',
    `
    add worker, worker node, coordinator memory, spill, resource group, query queue, cost based optimizer, join reordering,
    dynamic filtering, predicate pushdown, jvm config, graceful shutdown, slow query, optimize query, kill query, explain analyze,
    query plan, too many splits, unnest, cross join, window function, date_add, date_diff, date_parse, try_cast, json_extract,
    array_agg, approx_distinct, regexp_extract, from_unixtime, custom connector, write udf, insufficient resources, page transport,
    raptor, dbeaver, query max memory, worker memory, map_agg, alluxio`,
  ),
  tool(
    'athena, aws athena, amazon athena',
    `
    partition projection, msck repair, ctas, openx, grok, regex serde, skip header, convert parquet, lambda connector, write udf,
    saved query, prepared statement, result reuse, provisioned capacity, dpu, concurrent query, service quota, query exhausted,
    exhausted resources, hive_bad_data, hive_cursor_error, partition schema mismatch, hive_cannot_open_split, zero records,
    optimize query, slow query, unnest, date_parse, window function, pivot, left join, cloudtrail logs, alb logs, vpc flow, dbeaver,
    alter partition, json_extract, query queue, split size`,
  ),
  tool(
    'glue, aws glue, amazon glue',
    `
    dpu, worker type, number workers, bookmark, visual etl, dynamicframe, dynamic frame, relationalize, resolvechoice, applymapping,
    python shell, pricing, job trigger, create workflow, workflow trigger, schedule crawler, crawler classifier, custom classifier,
    crawler failed, nat gateway, development endpoint, interactive session, databrew, dqdl, streaming etl, concurrent run,
    getresolvedoptions, extra jar, flex execution, partition index, pushdown predicate, oom, python wheel, extra py files, ray job,
    job retries, grok, small file, visual editor`,
  ),
  tool(
    's3, amazon s3, aws s3',
    `
    create bucket, empty bucket, bucket naming, enable versioning, bucket versioning, lifecycle rule, lifecycle policy,
    storage class, intelligent tiering, infrequent access, pricing, storage cost, transfer cost, bucket size, object lock,
    bucket replication, cross region replication, transfer acceleration, multipart, presigned, static website, website hosting, cors,
    cloudfront, mfa delete, batch operation, requester pays, rclone, mount bucket, request rate, recover deleted, bucket limit,
    durability, object lambda, glacier restore, block public access, object size limit, s3fs, 503, static site`,
  ),
  tool(
    'gcs, google cloud storage, cloud storage',
    `
    create bucket, bucket naming, object versioning, enable versioning, lifecycle rule, lifecycle policy, storage class, nearline,
    coldline, autoclass, pricing, storage cost, bucket lock, retention policy, signed url, gsutil, gcloud storage, resumable upload,
    upload large, transfer service, transfer job, pubsub notification, static website, cors, public access, cmek, requester pays,
    dual region, multi region, turbo replication, object hold, gcsfuse, gcs fuse, mount bucket, recover deleted, cdn, bucket size,
    parallel upload, soft delete object`,
  ),
  tool(
    'kafka, apache kafka, confluent, confluent cloud, msk',
    `
    rebalance strategy, cooperative rebalance, idempotent producer, log compaction, reassign partition, isr, in sync replica,
    leader election, unclean leader, decommission broker, broker sizing, kraft migration, mirrormaker, mirror maker, cluster linking,
    tiered storage, kstream, ktable, ksqldb query, stream join, state store, cruise control, client quota, rack awareness,
    purge topic, transactional producer, pricing, cku, certification exam, benchmark, consumer assignment strategy,
    controller quorum, preferred replica, log segment, schema linking, stretch cluster, hot partition, streams topology`,
  ),
  tool(
    'kafka connect, debezium',
    `
    connect-distributed, worker rebalance, restart task, restart connector, pause connector, resume connector, max tasks,
    dead letter, error tolerance, avro converter, json converter, write smt, hoist field, tombstone, snapshot mode, initial snapshot,
    incremental snapshot, signal table, replication slot, wal, pgoutput, wal2json, binlog, gtid, logminer, oplog, heartbeat,
    decimal handling, exactly once, offset storage, reset offset, confluent hub, flush size, ad hoc snapshot, publication, server id,
    poll interval, batch size, debezium server, embedded engine`,
  ),
  tool(
    'mongodb, mongo, mongo db, atlas mongodb',
    `
    create index, compound index, ttl index, text index, geospatial, aggregation pipeline, unwind, elemmatch, updatemany, upsert,
    bulk write, insert document, primary election, arbiter, oplog, shard key, balancer, change stream, mongodump, mongorestore,
    mongoexport, mongoimport, mongosh, pricing, free tier, atlas search, mongoose, embed reference, gridfs, capped collection,
    wiredtiger, slow query, write concern, read preference, mongod, forgot password, text search`,
  ),
  tool(
    'clickhouse, click house',
    `
    mergetree, merge tree, replacingmergetree, summingmergetree, aggregatingmergetree, choose engine, sorting key, skip index,
    sparse index, detach partition, too many parts, optimize final, mutation, alter update, ttl, zookeeper, clickhouse keeper,
    add shard, add replica, codec, lowcardinality, array join, arrayjoin, asof join, window function, max_memory_usage, kill query,
    slow query, optimize query, users.xml, async insert, bulk insert, import csv, tiered storage, grafana, pricing, dedup,
    partition drop, sharding key, import parquet`,
  ),
  tool(
    'druid, apache druid',
    `
    supervisor, ingestion spec, segment, query granularity, rollup, compaction, historical node, middlemanager, middle manager,
    overlord, router node, deep storage, zookeeper, retention rule, load rule, drop rule, tiering, kill task, task slot,
    groupby query, topn, timeseries query, theta sketch, hyperloglog, datasketches, msq, multistage, secondary partitioning,
    late data, transform spec, flatten spec, kinesis, hadoop ingestion, jvm heap, direct memory, processing threads, slow query,
    rolling update, web console, scale historical`,
  ),
  tool(
    'elasticsearch, elastic search, elastic, opensearch, open search',
    `
    filebeat, metricbeat, elk stack, bool query, term query, nested query, query dsl, terms aggregation, aggregation query,
    scroll api, knn, dense vector, painless, ingest pipeline, grok, hot warm, frozen tier, unassigned shard, shard allocation,
    yellow status, split brain, circuit breaker, cross cluster, percolate, force merge, translog, hot threads, license, watcher,
    siem, ultrawarm, fielddata, elastic agent, match phrase, function_score syntax, node left`,
  ),
  tool(
    'delta lake, deltalake, delta-lake, delta table',
    `
    vacuum, zorder, z-order, liquid clustering, time travel, restore version, restore table, upsert, duplicate row, delete row,
    change data feed, cdf, merge schema, schema enforcement, generated column, check constraint, concurrent write,
    concurrentappendexception, write conflict, checkpoint, log retention, compaction, bloom filter, data skipping, replacewhere,
    convert parquet, shallow clone, deep clone, structured streaming, exactly once, delta kernel, identity column, scd,
    slowly changing, medallion, optimize command, optimize table, optimize write, data lake versus`,
  ),
  tool(
    'iceberg, apache iceberg',
    `
    expire snapshot, snapshot expiration, rollback snapshot, cherry pick, time travel, create branch, orphan file,
    rewrite data files, rewrite manifest, compaction, small file, hidden partitioning, partition evolution, partition transform,
    bucket transform, upsert, delete row, update row, copy on write, merge on read, position delete, equality delete, delete file,
    deletion vector, add_files, call procedure, streaming write, concurrent write, commit conflict, commitfailedexception,
    optimistic concurrency, write distribution, sort order, target file size, metadata retention, performance tuning, slow query,
    table maintenance, upgrade format version, remove orphan`,
  ),
  tool(
    'vertica, hp vertica, micro focus vertica',
    `
    projection design, refresh projection, superprojection, database designer, tuple mover, mergeout, moveout, ros containers, purge,
    ksafety, k-safety, eon mode, communal storage, depot, subcluster, add node, node down, recover node, rebalance, admintools, vbr,
    restore backup, resource pool, memory pool, close session, slow query, optimize query, query plan, analyze_statistics, vsql,
    load csv, rejected data, flex table, live aggregate, time series, window function, license, reset password, epoch,
    enterprise mode`,
  ),
  tool(
    'hana, sap hana, saphana',
    `
    hana studio, web ide, business application studio, hana cockpit, hdbsql, sqlscript, write stored procedure, delta merge,
    memory limit, memory consumption, global allocation, dynamic tiering, native storage extension, savepoint, backint,
    restore backup, log full, log volume, disk full, system replication, takeover, create tenant, indexserver, revision upgrade,
    hdblcm, planviz, expensive statement, slow query, optimize query, smart data access, xsa, abap, fiori, unlock user,
    reset password, delta log, host failover, nse, full text index, query hint`,
  ),
  tool(
    'dynamodb, dynamo db, amazon dynamodb',
    `
    partition key, sort key, hot partition, gsi, lsi, secondary index, read capacity, write capacity, provisioned capacity,
    capacity unit, rcu, wcu, autoscaling, throttling, pricing, dax, lambda, ttl, transaction, conditional write,
    condition expression, update expression, filter expression, query versus scan, scan operation, batch write, putitem, getitem,
    update item, pagination, lastevaluatedkey, global table, point in time, single table design, item size, partiql, consistent read,
    boto3 query`,
  ),
  tool(
    'cassandra, apache cassandra, scylladb, datastax',
    `
    partition key, clustering key, clustering column, large partition, wide partition, tombstone, gc_grace, compaction, repair,
    nodetool, hinted handoff, gossip, seed node, snitch, vnode, token range, add node, decommission, dead node, node down,
    consistency level, quorum, lightweight transaction, batch statement, secondary index, allow filtering, counter column, ttl,
    sstable, memtable, commitlog, bloom filter, row cache, garbage collection, write timeout, read latency, data modeling,
    cassandra.yaml, cassandra-stress, cassandra versus mongodb`,
  ),
  tool(
    'couchbase, couchbase server, capella',
    `
    create bucket, flush bucket, bucket quota, ram quota, memory quota, n1ql, create index, primary index, gsi, index replica,
    query plan, slow query, optimize query, xdcr, rebalance, add node, failover, server group, vbucket, replica read, durability,
    sync gateway, couchbase lite, mobile sync, eventing, full text, vector search, analytics service, cbbackupmgr, cbimport,
    cbexport, compaction, ejection, resident ratio, memcached, ttl, expiry, transaction, pricing, reset password`,
  ),
  tool(
    'neo4j, neo 4j',
    `
    write cypher, cypher syntax, match clause, merge clause, shortest path, variable length, detach delete, create relationship,
    load csv, import csv, apoc, graph data science, gds, pagerank, community detection, neo4j bloom, neo4j desktop, cypher-shell,
    pricing, enterprise license, causal cluster, read replica, page cache, query plan, slow query, optimize query, create index,
    full text index, vector index, unique constraint, unwind, pattern comprehension, optional match, py2neo, spring data,
    graph modeling, forgot password, certification exam, auradb tier, cypher performance`,
  ),
  tool(
    'dbt, dbt core, dbt-core, dbt cloud, data build tool',
    `
    jinja, write macro, custom macro, dbt deps, packages.yml, profiles.yml, seed csv, snapshot strategy, scd, slowly changing,
    incremental strategy, full refresh, materialized, select syntax, state modified, slim ci, defer, generate_schema_name, env_var,
    pre hook, post hook, run operation, write generic test, compilation error, circular dependency, metricflow, dbt fusion,
    docs serve, pricing, certification exam, project structure, sqlfluff, threads, surrogate key, pre-commit, custom schema name,
    write singular test, dispatch macro`,
  ),
  tool(
    'airflow, apache airflow, mwaa, cloud composer, astronomer',
    `
    xcom, external task sensor, file sensor, sensor timeout, branching, trigger rule, backfill dag, timetable, execution_date,
    logical date, sla, celery broker, worker concurrency, parallelism, max_active_runs, max_active_tasks, pool slots,
    priority weight, zombie, stuck queued, scheduler heartbeat, scheduler slow, clear task, rerun task, mark success, fernet,
    deferrable, triggerer, db clean, remote logging, git sync, statsd, forgot password, reset password, environment class,
    environment size, pricing, executor choose, dag parsing, trigger dag rest`,
  ),
  tool(
    'great expectations, great-expectations, greatexpectations, great expectation, gx',
    `
    create suite, edit suite, write expectation, expectation gallery, host data docs, build data docs, data docs s3, data assistant,
    onboarding assistant, filesystem context, ephemeral context, great_expectations init, add datasource, splitter, sampler, mostly,
    row condition, unexpected rows, unexpected index, regex expectation, column pair, store backend, metric store, pricing, pandera,
    kl divergence, distributional, jupyter, email action, custom metric, delete suite, interactive mode, plugins directory,
    query expectation, auto expectations, evaluation syntax, between dates`,
  ),
  tool(
    'nifi, apache nifi, ni fi',
    `
    updateattribute, routeonattribute, evaluatejsonpath, jolt, splitjson, mergecontent, mergerecord, convertrecord, executescript,
    replacetext, expression language, record reader, recordpath, controller service, parameter context, back pressure, backpressure,
    empty queue, queue full, flowfile, content repository, disk full, heap size, bootstrap.conf, concurrent task, run schedule,
    cluster coordinator, disconnected node, export template, import template, minifi, penalty duration, develop custom processor,
    registry client, load balance queue, flow versioning, yield duration, thread pool, groovy`,
  ),
  tool(
    'pulsar, apache pulsar, streamnative',
    `
    bookkeeper, bookie, ledger, zookeeper, add broker, tiered storage, offload, geo replication, partition increase, backlog,
    message ttl, subscription type, shared subscription, exclusive subscription, key shared, failover subscription, reset cursor,
    seek, negative ack, ack timeout, redelivery, dead letter, retry topic, delayed delivery, deduplication, exactly once, batching,
    chunking, receiver queue, write function, pulsar perf, function mesh, throughput, namespace bundle, unload bundle,
    topic compaction, mqtt, nack, producer timeout, anti affinity`,
  ),
  tool(
    'feast, feast feature store',
    `
    feast init, materialize, feast serve, feature server, online serving, get_online_features, historical features, point in time,
    training dataset, training data, ttl, configure online store, configure offline store, registry cache, custom provider,
    batch engine, latency, p99, java server, go server, feast operator, saved dataset, validation reference, vector search,
    embeddings, feature drift, data drift, backfill, online store size, feast helm, serve features`,
  ),
  tool(
    'mlflow, ml flow',
    `
    start server, log_artifact, log metric, log parameter, autolog, create experiment, delete experiment, restore experiment,
    nested run, search_runs, compare runs, artifact store, artifact location, backend store, sqlite, stage transition, model alias,
    promote model, deploy model, serve model, pyfunc, custom flavor, model signature, input example, mlproject, conda environment,
    hyperparameter, hyperopt, optuna, pytorch, tensorflow, mlflow gc, batch inference, mlflow ui slow, host server, deploy server,
    gateway, prompt, evaluate llm, delete run`,
  ),
  tool(
    'sagemaker, sage maker, aws sagemaker, amazon sagemaker',
    `
    spot training, distributed training, instance type, notebook instance, studio domain, studio notebook, canvas, jumpstart,
    data wrangler, ground truth, clarify, model monitor, data capture, invoke endpoint, endpoint autoscaling, endpoint latency,
    endpoint timeout, multi model, serverless inference, async inference, inference script, custom container, script mode, estimator,
    built-in algorithm, xgboost, hugging face, huggingface, inferentia, gpu, quota, resourcelimitexceeded, pricing, idle shutdown,
    tune hyperparameters, warm pool, early stopping, labeling workforce, bedrock, hyperpod`,
  ),
  tool(
    'vertex ai, vertexai, google vertex, gcp vertex',
    `
    train model, custom training, automl, deploy model, deploy endpoint, create endpoint, undeploy, online prediction,
    batch prediction, prediction latency, autoscaling, traffic split, explainable, model monitoring, workbench, colab enterprise,
    kfp, tfx, hyperparameter, vizier, tensorboard, model garden, gemini, palm, prompt, fine tune, embedding, vector search,
    matching engine, agent builder, gpu, tpu, machine type, quota, pricing, custom container, upload model, data labeling,
    vpc peering, region availability`,
  ),
  tool(
    'ldap, openldap, active directory, ldaps',
    `
    ldapmodify, ldapadd, ldif, slapd, syncrepl, multi master, phpldapadmin, directory studio, create ou, create organizational unit,
    password policy, ppolicy, password expired, reset password, forgot password, account lockout, locked account, unlock account,
    password hash, ssha, group policy, gpo, domain join, forest trust, fsmo, sssd, pam, samba, freeipa, linux login, powershell,
    replication, promote domain controller, demote domain controller, ldapdelete, ldappasswd, multi provider, index attribute,
    rename entry, move user ou`,
  ),
  tool(
    'okta',
    `
    reset password, forgot password, password policy, password expired, unlock account, account locked, locked out, reset mfa,
    enroll mfa, push notification, new phone, lost phone, yubikey, fastpass, passwordless, device trust, network zone,
    behavior detection, browser plugin, swa, inline hook, event hook, profile editor, ad agent, ldap agent, ldap interface, radius,
    threatinsight, branding, email template, sign-in widget, access gateway, identity governance, access certification, pricing,
    org2org, certification exam, authenticator app, biometric, identity threat`,
  ),
  tool(
    'azure ad, azuread, azure active directory, aad, entra, entra id, microsoft entra',
    `
    reset password, forgot password, self service password, sspr, password policy, password writeback, reset mfa, enable mfa,
    authenticator app, conditional access, named location, identity protection, risky user, fido2, windows hello,
    device registration, hybrid join, domain join, intune, hash synchronization, domain services, create tenant, switch tenant,
    license, pricing, privileged identity, access review, app proxy, company branding, smart lockout, sync cycle, security defaults,
    break glass, administrative unit, password expiration, lost phone, block legacy, cross tenant, entitlement management, passkey`,
  ),
  tool(
    'keycloak, key cloak, rh sso',
    `
    export realm, import realm, delete realm, import users, reset password, forgot password, admin password, password policy, otp,
    webauthn, passkey, required action, email verification, smtp, custom theme, login theme, authentication flow, browser flow,
    identity brokering, social login, user federation, ldap federation, composite role, token exchange, custom spi, event listener,
    kcadm, kc.sh, quarkus, wildfly, production mode, infinispan, high availability, spring boot, nodejs adapter, brute force,
    oauth2 proxy, totp, kubernetes operator, cache stack`,
  ),
  tool(
    'google workspace, gsuite, g suite, gmail, google account, google admin',
    `
    reset password, forgot password, recover account, account recovery, recovery email, recovery phone, password policy, 2sv,
    authenticator, security key, passkey, super admin, email alias, user alias, assign license, pricing, storage quota, shared drive,
    calendar, google meet, forward email, mail forwarding, signature, spam, mx record, spf, dkim, dmarc, vacation responder,
    ediscovery, gam, mobile device, device management, apps script, gemini, cancel subscription, step verification, drive storage,
    catch all, delegate mailbox`,
  ),
  tool(
    'onelogin',
    `
    reset password, forgot password, password policy, password expired, unlock account, account locked, reset mfa, enroll mfa,
    onelogin protect, new phone, security factor, smartfactor, browser extension, app catalog, onelogin desktop, directory connector,
    vldap, radius, smart hook, event webhook, branding, delegated admin, super user, trusted idp, workday, pricing, event log,
    api rate limit, certification exam, import users csv, password sync, self registration, lost phone, session lockout,
    identity governance`,
  ),
  tool(
    'auth0, auth 0',
    `
    create tenant, delete tenant, custom database, bulk import, import users, reset password, forgot password, password policy,
    breached password, brute force, attack protection, enable mfa, passwordless, magic link, passkey, universal login, lock widget,
    custom domain, email template, smtp, branding, m2m, machine to machine, silent authentication, management api, opaque token,
    rotate signing key, account linking, social connection, log stream, nextjs, angular, flutter, android, mau, pricing,
    rules deprecated, connection limit, email provider, sms`,
  ),
  tool(
    'ranger, apache ranger',
    `
    row filter, column masking, masking policy, tagsync, tag sync, usersync, ldap sync, ranger kms, encryption zone, audit solr,
    audit hdfs, audit retention, hdfs policy, hbase, yarn, knox, hive policy, hive plugin, hdfs plugin, trino plugin, spark plugin,
    impala, emr, s3 policy, security zone, delegate admin, reset admin password, forgot password, high availability, sentry, ambari,
    cloudera, keyadmin, hive masking, wildcard resource, kerberos, compile source, policy priority`,
  ),
  tool(
    'power bi, powerbi, pbi',
    `
    create workspace, delete workspace, write dax, dax formula, dax function, dax syntax, dax error, create measure, measure formula,
    switch directquery, directquery slow, directquery import, power query editor, unpivot, merge queries, m code, bookmark, slicer,
    drillthrough, drill through, conditional format, custom visual, matrix visual, pie chart, line chart, publish web, share report,
    export pdf, schedule refresh, refresh fail, incremental refresh, data gateway, buy license, license cost, pro cost,
    desktop install, report slow, reset password, forgot password`,
  ),
  tool(
    'tableau, tableau server, tableau cloud, tableau online, tableau desktop',
    `
    lod, level detail expression, refresh extract, schedule refresh, hyper file, build prep flow, parameter action, dashboard action,
    dual axis, heat map, bar chart, pie chart, gantt, sankey, waterfall chart, story point, publish workbook, publish dashboard,
    row level security, context filter, top filter, tableau bridge, license key, activate license, license cost, creator license,
    viewer license, install desktop, data blend, subscribe dashboard, dashboard slow, workbook slow, upgrade server, tsm restart,
    tsm backup, tsm login, create site, color palette, reset password, forgot password`,
  ),
  tool(
    'looker, lookml',
    `
    write measure, create measure, create dimension, dimension group, drill field, drill down, access filter, access grant,
    user attribute, schedule delivery, schedule dashboard, send dashboard, content validator, lookml validator, aggregate awareness,
    symmetric aggregate, datagroup trigger, clear cache, cache policy, pdt build, signed embed, cross filter, liquid syntax,
    development mode, deploy production, upgrade instance, license cost, price, reset password, forgot password, write explore,
    conditional format, block marketplace, action hub, visualization color, row limit, dashboard slow, export pdf,
    create table calculation, pivot column`,
  ),
  tool(
    'looker studio, google data studio, data studio, google looker studio',
    `
    calculated field, blend data, share report, embed report, community connector, date range, filter control, extract data,
    report theme, scorecard, pivot table, connect sheet, connect google, create report, create chart, create dashboard, add chart,
    copy report, schedule email, email delivery, download pdf, export pdf, report slow, pro price, data freshness, regexp_match,
    case statement, report template, transfer ownership, quota exceed, conditional format, page navigation`,
  ),
  tool(
    'mode analytics, mode',
    `
    r notebook, visual explorer, parameter form, html editor, white label, share report, csv export, helix, big number chart,
    report theme, mode price, bridge connector, reset password, forgot password`,
  ),
  tool(
    'metabase',
    `
    pulse, dashboard subscription, static embed, interactive embed, data sandbox, metabase jar, h2 migrate, application database,
    x-ray, smtp, summarize, pivot table, custom expression, filter widget, write question, create question, create alert, send alert,
    schedule email, map visualization, pin map, funnel chart, bar chart, cloud price, pro price, license cost, reset password,
    forgot password, sync schema, scan field value, query cache, cache ttl, dashboard slow, row level permission, invite user,
    white label`,
  ),
  tool(
    'superset, apache superset',
    `
    alert report, email report, schedule report, feature flag, celery, row level security, css template, gamma role, alpha role,
    sql lab, cache timeout, async query, redis cache, db upgrade, create admin, admin fab, thumbnail, mapbox, deck.gl, pivot table,
    time grain, handlebars, big number, bar chart, cross filter, filter box, color scheme, export csv, custom visualization,
    viz plugin, flask appbuilder, reset password, forgot password, dashboard slow, chart slow, annotation layer, smtp, theme logo,
    guest token`,
  ),
  tool(
    'redash',
    `
    create alert, alert destination, schedule query, refresh schedule, query runner, query snippet, query based dropdown,
    dropdown parameter, create visualization, pivot table, cohort visualization, invite user, rq worker, celery worker, setup script,
    upgrade redash server, manage.py, query queue, stuck queue, reset password, forgot password, smtp, chart color,
    counter visualization, fork query, hosted price, backup postgres`,
  ),
  tool(
    'qlik, qlik sense, qlikview, qliksense',
    `
    load script, script editor, set analysis, set expression, qvd, qvf, qvw, synthetic key, circular reference, section access,
    nprinting, master item, master measure, calculated dimension, aggr function, pivot table, straight table, bar chart, kpi object,
    publish app, reload task, reload fail, schedule reload, extension object, alternate state, variable input, license cost,
    license key, buy license, token license, install, upgrade, qmc, proxy certificate, reset password, forgot password, app slow,
    qlik replicate task, storytelling, dashboard slow`,
  ),
  tool(
    'sigma, sigma computing',
    `
    write formula, lookup formula, pivot table, input table, calculated column, embed workbook, schedule export, workbook version,
    materialize, workbook filter, conditional format, team permission, invite user, row level security, price, license cost,
    reset password, forgot password, workbook slow, query timeout, share workbook, install`,
  ),
  tool(
    'excel, microsoft excel, ms excel',
    `
    vlookup, xlookup, hlookup, pivot table, pivot chart, vba, power query, write formula, formula error, sumif, countif, index match,
    conditional format, data validation, dropdown list, freeze pane, merge cell, split column, remove duplicate, lock cell,
    protect sheet, password workbook, concatenate, bar chart, autofill, circular reference, corrupt file, recover file, goal seek,
    solver, named range, hide row, wrap text, absolute reference, activate, power pivot, transpose, excel crash`,
  ),
  tool(
    'jupyter, jupyter notebook, jupyterlab, jupyterhub, ipython',
    `
    restart kernel, kernel die, kernel crash, kernel dead, magic command, keyboard shortcut, convert pdf, nbconvert, export html,
    jupyterhub deploy, jupyterhub authenticator, ipywidgets, set password, reset password, ssh tunnel, nbextension, matplotlib,
    plot inline, run cell, markdown cell, code cell, virtual environment kernel, google colab, binder, papermill, nbdime, autosave,
    checkpoint`,
  ),
  tool(
    'kubernetes, k8s, kubectl, kube',
    `
    kubeadm, etcd, drain node, cordon, taint node, cluster autoscaler, custom resource definition, write operator, operator sdk,
    clusterrole, rolebinding, service mesh, istio, linkerd, deployment pod difference, pod container difference, daemonset,
    kubeconfig merge, switch context, kubelet, renew certificate, cni, calico, flannel, karpenter, resource quota, admission webhook,
    rancher, k9s, coredns, velero, evict pod, node notready, finalizer, k3s, certification, cka, deployment statefulset`,
  ),
  tool(
    'eks, amazon eks, aws eks',
    `
    upgrade cluster, upgrade version, fargate profile, managed node, karpenter, vpc cni, spot instance, eks price, bottlerocket,
    coredns, kube-proxy, container insight, control plane log, ip exhaust, pod limit, extended support, access entry, windows node,
    gpu node`,
  ),
  tool(
    'gke, google kubernetes engine',
    `
    upgrade cluster, release channel, autopilot, node auto, spot vm, preemptible, gke price, binary authorization, anthos,
    workload identity federation, gpu, shielded node, vpc native, cloud logging, config connector, service mesh, cluster autoscaler,
    windows node`,
  ),
  tool(
    'aks, azure kubernetes service, azure kubernetes',
    `
    upgrade cluster, scale node, autoscaler, kubenet, virtual node, spot node, aks price, container insight, acr, agic, gpu,
    windows node, entra integration, node image`,
  ),
  tool(
    'helm',
    `
    create own chart, template syntax, template function, lint, helmfile, chartmuseum, named template, helpers.tpl, values schema,
    umbrella chart, pre-install hook, hook weight, go template, range loop, toyaml, artifact hub, provenance, kustomize difference,
    another operation progress, uninstall helm binary, shell completion`,
  ),
  tool(
    'docker, docker desktop, docker engine',
    `
    write dockerfile, dockerfile syntax, dockerfile best, multi stage, multistage, entrypoint cmd, docker hub price,
    docker hub password, reduce image, image size smaller, overlay network, macvlan, rootless, bind mount volume, dind,
    vm difference, image container difference, docker scout, desktop license, desktop subscription, desktop uninstall,
    desktop update, desktop crash, move data root, daemon.json, logging driver, log rotate, log rotation, runc, commit container,
    distroless, dockerfile instruction, desktop pay`,
  ),
  tool(
    'docker compose, docker-compose',
    `
    version obsolete, extends keyword, yaml anchor, wordpress, compose plugin install, compose uninstall, kompose, network alias,
    orphan container`,
  ),
  tool(
    'terraform',
    `
    state file, state lock, state corrupt, remote backend, remote state, backend s3, plan output, plan fail, apply error, apply fail,
    module source, module registry publish, workspace select, import resource, import block, count index, dynamic block,
    provider version, provider lock, destroy resource, tfvars, input variable, output variable, locals block, sentinel,
    lifecycle block, prevent_destroy, taint, moved block, tflint, fmt, provisioner, null_resource, hcl syntax, license, cdktf,
    terraform certification, init error, install terraform cli`,
  ),
  tool(
    'aws, amazon web services',
    `
    free tier, budget alert, cost explorer, savings plan, reserved instance, spot instance, lambda timeout, lambda layer,
    lambda cold, cloudfront, root account, root user, root password, reset password, forgot password, control tower, s3 lifecycle,
    s3 versioning, s3 website, static website, elastic beanstalk, lightsail, cloudtrail, cloudwatch alarm, close account,
    new account, support plan, support case, certification, solution architect exam, amplify, guardduty, security hub, snowball,
    dynamodb capacity, systems manager session, console timeout, aws outage, multi factor authentication`,
  ),
  tool(
    'iam, aws iam',
    `
    password policy, permission boundary, access analyzer, identity center, rotate access key, policy simulator, root user,
    credential report, service control policy, cross account console, console password, last accessed, access advisor`,
  ),
  tool(
    'rds, amazon rds, aws rds',
    `
    multi-az, read replica, storage autoscaling, increase storage, performance insights, enhanced monitoring, upgrade engine,
    major version upgrade, aurora serverless, reserved instance, burst credit, cpu credit, maintenance window, blue green, rds price,
    iops, gp3, slow query log`,
  ),
  tool(
    'msk, amazon msk, aws msk, managed streaming kafka',
    `
    broker size, broker type, add broker, msk serverless, storage scaling, increase storage, tiered storage, cruise control,
    partition rebalance, reassign partition, msk price, express broker`,
  ),
  tool(
    'ec2, amazon ec2, aws ec2',
    `
    key pair, lost key, resize instance, change instance type, elastic ip, spot instance, reserved instance, create ami,
    terminate instance, ebs volume, increase volume, extend volume, ebs snapshot, user data script, launch template, placement group,
    windows password, rdp, dedicated host, cpu credit, serial console, instance connect`,
  ),
  tool(
    'load balancer, alb, nlb, elb, elastic load balancer, application load balancer',
    `
    cross zone, weighted target, listener rule, alb nlb difference, network load balancer difference, round robin, least connection,
    deregistration delay, connection drain, lambda target, lcu, f5`,
  ),
  tool(
    'google cloud, gcp, gcloud, google cloud platform',
    `
    billing account, link billing, free tier, free credit, free trial, cloud run timeout, cloud run cold, compute engine, create vm,
    resize vm, preemptible, spot vm, delete project, organization policy, budget alert, committed use, sustained use, app engine,
    anthos, cloud armor, cloud cdn, cloud sql price, firebase, firestore, dataproc cluster, dataflow job, support plan,
    certification, reset password`,
  ),
  tool(
    'azure, microsoft azure',
    `
    azure devops board, devops work item, devops sprint, create resource group, delete resource group, cancel subscription,
    subscription limit, vm size, virtual machine, blob lifecycle, cosmos, logic app, cost management, conditional access,
    reset password, forgot password, bicep, arm template, app service, free tier, azure price, billing, kusto, kql, azure openai,
    expressroute, azure sql dtu`,
  ),
  tool(
    'slack',
    `
    rename channel, archive channel, delete channel, delete message, edit message, huddle, emoji, workflow builder, export history,
    message history, guest account, reminder, mute channel, message retention, paid plan, free plan, deactivate member,
    schedule message, screen share, slackbot, search modifier, reset password, forgot password, slack canvas, video call, file limit,
    block kit, slack slow, notification sound`,
  ),
  tool(
    'microsoft teams, ms teams, teams',
    `
    schedule meeting, join meeting, meeting record, meeting transcript, video call, mute microphone, background blur,
    virtual background, breakout room, share screen, meeting link, voicemail, whiteboard, create private channel, chat history,
    status away, meeting policy, together mode, raise hand`,
  ),
  tool(
    'jira, jira cloud, jira software, atlassian jira',
    `
    sprint, epic, scrum board, kanban, create board, jql, workflow scheme, workflow transition, story point, backlog, burndown,
    velocity, create custom field, service desk, service management, fix version, subtask, time tracking, bulk edit, bulk change,
    issue type, jira license, jira price, jira data center, jira slow, reset password, forgot password`,
  ),
  tool(
    'servicenow, service now',
    `
    cmdb health, business rule, client script, gliderecord, update set, flow designer, change request, mid server, ui policy,
    transform map, instance upgrade, clone instance, developer instance, personal instance, reset password, forgot password,
    impersonate, virtual agent, performance analytics, servicenow slow, hr case`,
  ),
  tool(
    'pagerduty, pager duty',
    `
    call schedule, oncall, escalation policy, rotation, override schedule, event orchestration, service directory, postmortem,
    phone notification, notification rule, snooze, create schedule, stakeholder, reset password, forgot password, invite user,
    response play, merge incident`,
  ),
  tool(
    'discord',
    `
    create server, join server, delete server, voice channel, role permission, role color, nitro, ban, emoji, sticker, server boost,
    moderation, screen share, stage channel, forum channel, slash command, verify account, reset password, forgot password,
    change username, push talk, server template, timeout user, discord api rate`,
  ),
  tool(
    'email, e-mail, gmail, outlook, mailbox',
    `
    outlook signature, spam folder, mark spam, autoreply, auto reply, attachment size, mail merge, dkim, dmarc, pop3, shared mailbox,
    mailbox full, mailbox size, mailchimp, read receipt, pst file, thunderbird`,
  ),
  tool(
    'github, gh',
    `
    create repository, delete repository, archive repository, branch protection, codespaces, copilot, two factor, sponsor,
    project board, codeowners, dependabot, code scan, codeql, secret scan, gist, github enterprise, github price, delete account,
    profile readme, readme badge, git lfs, merge queue, gh cli install, commit signature, contribution graph, student pack`,
  ),
  tool(
    'github actions, github action, gh actions',
    `
    reusable workflow, matrix build, matrix strategy, self hosted runner, runner label, cache dependency, upload artifact,
    artifact retention, billing minute, minute limit, workflow dispatch input, concurrency group, rerun fail, cancel workflow, ghcr,
    monorepo path filter, larger runner, macos runner, skip ci`,
  ),
  tool(
    'gitlab, gitlab ci, gitlab-ci',
    `
    register runner, gitlab-ci.yml syntax, pipeline stage, pipeline stuck, cache key, merge request approval, approval rule,
    protected branch, protected variable, transfer project, auto devops, omnibus, reset password, root password, price, issue board,
    web ide, merge train, child pipeline, review app, gitlab kubernetes agent, gitaly, sidekiq, geo replication, mirror repository`,
  ),
  tool(
    'jenkins',
    `
    jenkinsfile, declarative pipeline, scripted pipeline, shared library, update plugin, blue ocean, multibranch, poll scm,
    junit report, matrix authorization, role strategy, forgot password, reset password, admin password, initial password,
    discard build, script console, job dsl, jcasc, workspace clean`,
  ),
  tool(
    'git, git cli',
    `
    rebase, merge conflict, resolve conflict, cherry pick, stash, squash, bisect, reset hard, undo commit, revert commit, force push,
    detached head, lfs, gitignore, reflog, amend, delete branch, rename branch, merge branch, line ending, crlf, shallow clone,
    sparse checkout, pre-commit hook, sign commit, unstage, gitflow, refuse merge, unrelated history`,
  ),
  tool(
    'grafana',
    `
    panel, contact point, notification policy, silence alert, promql, logql, loki, install plugin, dashboard variable,
    template variable, create organization, invite user, snapshot, grafana price, render image, image renderer, heatmap, bar gauge,
    annotation query, dashboard folder, kiosk, dashboard version`,
  ),
  tool(
    'prometheus',
    `
    promql, alertmanager, recording rule, remote write, remote read, pushgateway, relabel, node exporter, thanos, victoriametrics,
    cardinality, histogram quantile, rate function, irate, tsdb, wal, blackbox exporter, counter gauge, backfill, exemplar,
    staleness, offset modifier, subquery, aggregation operator, label_replace, absent function, snmp, cadvisor, kube-state-metrics`,
  ),
  tool(
    'jaeger, jaeger tracing',
    `
    sampling strategy, adaptive sampling, sampling rate, badger, trace retention, es-rollover, index cleaner,
    service dependency graph, spark dependency, baggage, jaeger agent deprecated, jaeger client migrate, jaeger grpc plugin, hotrod`,
  ),
  tool(
    'datadog, data dog',
    `
    agent upgrade, agent version, create monitor, composite monitor, anomaly monitor, mute monitor, log pipeline, log index,
    grok parser, log archive, apm price, synthetic test, session replay, billing, downtime, facet, dashboard widget, clone dashboard,
    api key rotate, application key, host map, watchdog, flame graph, log exclusion filter, usage metering, reset password`,
  ),
  tool(
    'splunk',
    `
    spl, search syntax, heavy forwarder, index retention, search head, dashboard panel, license violation, lookup table,
    regex extract, rex command, field extraction, data model acceleration, props.conf, transforms.conf, inputs.conf, outputs.conf,
    stats command, timechart, eval command, transaction command, tstats, enterprise security, notable event, smartstore,
    bucket frozen, splunkbase, summary index, itsi, certification`,
  ),
  tool(
    'nginx',
    `
    worker process, worker connections, log format, log rotate, fastcgi, php, virtual host, load balance algorithm, least_conn,
    location regex, directory listing, autoindex, certbot, letsencrypt, quic, hide version, try_files, geoip, openresty, brotli`,
  ),
  tool(
    'apache httpd, httpd, apache http server, apache web server, apache2, apache webserver',
    `
    htaccess, virtualhost, mod_rewrite, mpm, prefork, php, document root, documentroot, directory listing, log rotate, logrotate,
    server tokens, a2enmod, directoryindex, mod_security, htpasswd, mod_deflate, mod_cache, maxrequestworkers, mod_jk, apachectl,
    hide version`,
  ),
  tool(
    'java, jdk, jvm, openjdk',
    `
    spring bean, spring boot annotation, lambda expression, streams api, stream collect, generics, hashmap, arraylist,
    reverse string, string builder, stringbuilder, multithreading, executorservice, completablefuture, jpa, hibernate, jsp, javafx,
    swing, interface abstract, inheritance, polymorphism, virtual thread, project loom, garbage collector, zgc, graalvm,
    equals hashcode, localdate, jshell, oracle license, lombok, java script difference`,
  ),
  tool(
    'gradle, gradlew, gradle wrapper',
    `
    version catalog, kotlin dsl, convert kotlin, multi module, maven migrate, publish plugin, maven-publish, build cache remote,
    configuration cache, build scan, composite build, buildsrc, shadow jar, fat jar, uber jar, resolution strategy, product flavor,
    proguard, toolchain, dependency lock, develocity`,
  ),
  tool(
    'python, python3, cpython',
    `
    list comprehension, decorator, asyncio, pandas merge, pandas groupby, matplotlib, sort list, reverse string, metaclass, dunder,
    dataclass, gil, mock patch, django, tkinter, pygame, web scrape, beautifulsoup, selenium, scikit-learn, tensorflow, pytorch,
    slice list, tuple, indentation error, indentationerror, walrus, pep8, pyenv, pyinstaller, pdb, mutable default,
    python 2 3 difference`,
  ),
  tool(
    'pip, pip3, pypi',
    `
    uninstall all, publish package, upload pypi, pypi account, pypi token, twine, pipenv, pipx, outdated package, externally managed,
    break-system-packages, pipdeptree, pip conda difference`,
  ),
  tool(
    'node, node.js, nodejs, npm',
    `
    express server, expressjs, npm publish, npm ci, package-lock, event loop, pm2, nodemon, commonjs, es module, socket.io, mongoose,
    sequelize, nestjs, next.js, dotenv, eresolve, npx, tsconfig, uninstall npm, npm workspace, cors middleware, multer`,
  ),
  tool(
    'yarn, yarnpkg',
    `
    plug play, cache clean, pnpm, yarn.lock conflict, upgrade-interactive, yarnrc, corepack, resourcemanager, nodemanager,
    capacity scheduler, zero install, peer dependency`,
  ),
  tool(
    'react, reactjs, react.js',
    `
    usestate, useeffect, usememo, usecallback, useref, usereducer, hooks rule, redux, create react app, next.js, props drill, jsx,
    functional component, rerender, controlled input, form validation, formik, error boundary, forwardref, testing library query`,
  ),
  tool(
    'cypress, cypress.io',
    `
    intercept, custom command, fixture, viewport, iframe, component test, screenshot, stub, spy, wait element, page object,
    cross origin, localstorage, select dropdown, cucumber, mochawesome, visual regression, xpath`,
  ),
  tool(
    'junit, junit5, junit 5, junit4, jupiter',
    `
    parameterized, assertthrows, expect exception, beforeeach, beforeall, mockito, mock static, vintage, disable test, test order,
    nested test, assertequals, assertall, test extension, extendwith, tempdir, repeated test, dynamic test, displayname, testng,
    hamcrest, assertj, surefire, jacoco, test lifecycle, csvsource, methodsource, console launcher`,
  ),
  tool(
    'graphql',
    `
    apollo federation, apollo client, apollo server, apollo cache, apollo studio, supergraph, schema stitching, hasura, postgraphile,
    urql, graphene, ariadne, nestjs, subscription websocket, persisted query, depth limit, appsync, hotchocolate, dgs framework`,
  ),
  tool(
    'avro, apache avro',
    `
    deserialize, serialize file, avro python read, fastavro, read avro file, write avro file, open avro file, view avro file, snappy,
    avro idl, avdl, avro rpc, object container, sync marker, avro maven plugin, canonical form, single object encoding`,
  ),
  tool(
    'json schema, jsonschema, json-schema',
    `
    oneof anyof difference, dependentrequired, ajv, validate python, python validator, validator library, validate json document,
    react-jsonschema-form, generate schema sample, quicktype, pydantic, generate typescript, uniqueitems, tuple validation, json ld,
    xsd, custom keyword`,
  ),
  tool(
    'protobuf, protocol buffers, protocol buffer, proto3',
    `
    proto2 proto3, field number, reserve field, wire format, varint, deserialize, protoc-gen-go, buf lint, buf generate,
    buf breaking, well-known type, generate python, compile python, flatbuffers, nanopb, decode message`,
  ),
  tool(
    'openapi, swagger',
    `
    swagger editor, swaggerhub, swagger codegen, discriminator, reusable component, raml, redoc, mock server, spec first,
    design first, springdoc, springfox, lint spec, spectral, stoplight, asyncapi, wsdl, arazzo`,
  ),
  tool(
    'curl',
    `
    ftp, sftp, resume download, download multiple, parallel download, progress bar, http2, http3, measure time, user agent, libcurl,
    ntlm, ipv6, telnet, curlrc, range request`,
  ),
  tool(
    'sql, ansi sql',
    `
    window function, left join, inner join, outer join, self join, having clause, recursive query, unpivot, correlated subquery,
    delete duplicate, remove duplicate, find duplicate, second highest, row_number, rank function, dense_rank, running total,
    datediff, create index, query optimize, stored procedure write, create trigger, normalization, delete truncate, sql injection,
    sql interview, group clause, difference join, convert varchar`,
  ),
  tool(
    'linux, ubuntu, debian, centos, red hat, rhel',
    `
    chmod, chown, useradd, sudoers, swap file, fdisk, lvm, fstab, awk, sed command, symlink, find large file, top command, htop,
    dist upgrade, upgrade ubuntu, yum update, netplan, ssh passwordless, sshd_config, samba, grub, dual boot, gnome, tmux`,
  ),
  tool(
    'windows, windows 10, windows 11, windows server',
    `
    registry editor, regedit, bitlocker, execution policy, blue screen, bsod, task manager, remote desktop, rdp, gpo, start menu,
    taskbar, safe mode, system restore, product key, dual boot, disk management, defender, clipboard history, event viewer,
    user account control, wsus, chkdsk, reset windows password`,
  ),
  tool(
    'macos, mac os, osx, mac, macbook',
    `
    homebrew update, install homebrew, xcode, finder, time machine, spotlight, icloud, apple id, filevault, gatekeeper, force quit,
    disk utility, trackpad, hidden file, ds_store, terminal theme, oh-my-zsh, iterm, safe mode, recovery mode, sonoma, airdrop,
    launchd, launchctl, activity monitor, kernel panic, imessage, mission control`,
  ),
  tool(
    'vpn, company vpn',
    `
    split tunnel, disconnect, kill switch, certificate renew, reset password, forgot password, ipsec, l2tp, ikev2, pptp, dns leak,
    vpn iphone, geo block, nordvpn, connect vpn home, mtu, vpn connection drop, forticlient, pulse secure`,
  ),
  tool(
    'collibra',
    `
    install, create asset, create community, asset type, relation type, operating model, workflow designer, bpmn, edge site,
    jobserver, dgc, owldq, resource role, business asset, stitch lineage, lineage harvester, buy license, upgrade, login error,
    reset password, forgot password, articulate asset`,
  ),
  tool(
    'alation',
    `
    install, create article, write article, custom template, alation compose, query log ingestion, qli, ocf connector,
    add data source, create data source, steward dashboard, trust flag, trustcheck, document hub, policy center, upload dictionary,
    upgrade, reset password, forgot password, login error, alation slow, curation, publish query`,
  ),
  tool(
    'atlan',
    `
    install, create asset, playbook, persona, purpose, crawl, readme template, atlan api token, pyatlan, classification propagation,
    query policy, invite user, reset password, forgot password, package workflow, atlan slow, admin center`,
  ),
  tool(
    'apache atlas, atlas',
    `
    install, create classification, classification propagation, relationship def, basic search, dsl search, dsl query, gremlin,
    janusgraph, hive hook, sqoop hook, kafka hook, import-hive, atlas ranger tag, tagsync, atlas-application.properties,
    admin password, notification topic, purge entity, atlas start fail`,
  ),
  tool(
    'amundsen',
    `
    install, write extractor, postgres extractor, csv extractor, search service, neo4j proxy, atlas proxy, mysql rds proxy,
    sample data loader, programmatic description, announcement page, table preview, preview client, neo4j empty, search empty,
    stemma`,
  ),
  tool(
    'openmetadata',
    `
    install, create service, database service, ingestion pipeline deploy, ingestion container, profiler workflow, create test,
    test case, create persona, bot token, ingestion bot, alert notification, task request, upgrade, collate, admin password,
    reset password, forgot password`,
  ),
  tool(
    'microsoft purview, purview, azure purview',
    `
    install, create account, create collection, collection permission, register scan, scan rule, scan fail, run scan, create scan,
    integration runtime, self hosted runtime, classification rule, custom classification, data loss prevention, dlp, ediscovery,
    retention label, insider risk, compliance manager, data map capacity, capacity unit, term template, governance domain,
    delete account, data curator`,
  ),
  tool(
    'secoda',
    `
    install, create workspace, monitor, ai chat, create document, write document, create question, create collection, api key,
    connect snowflake, connect dbt, connect tableau, add integration, sync schedule, invite user, team permission, reset password,
    forgot password, query block, ssh tunnel`,
  ),
  tool(
    'select star, selectstar',
    `
    install, connect snowflake, connect bigquery, connect tableau, connect dbt, add source, create collection, popularity,
    er diagram, api token, invite user, reset password, forgot password, sync schedule, metric create`,
  ),
  tool(
    'informatica, informatica cloud, iics, idmc, powercenter, informatica powercenter',
    `
    install, mapping designer, mapping task, taskflow, workflow manager, workflow monitor, session log, lookup transformation,
    joiner transformation, router transformation, expression transformation, update strategy, source qualifier, sequence generator,
    mapplet, worklet, parameter file, secure agent, pushdown optimization, pmcmd, edc scanner, cdgc scan,
    enterprise data catalog scan, scd type, slowly change, upgrade, reset password, forgot password`,
  ),
  tool(
    'airbyte',
    `
    install, create connector, connector builder, create source, create destination, sync mode, dedup, sync fail, sync slow,
    sync stuck, reset connection, reset stream, normalization, replication slot, pyairbyte, abctl, credit, reset password, raw table`,
  ),
  tool(
    'fivetran',
    `
    install, create connector, add connector, connector sdk, create destination, add destination, sync frequency, sync fail,
    sync stuck, sync slow, historical sync, resync, column hash, block column, soft delete, history mode, monthly active row,
    billing, fivetran log connector, api key, whitelist ip, pause connector, invite user, reset password`,
  ),
  tool(
    'dagster, dagster cloud',
    `
    install, write asset, define asset, materialize, asset sensor, define op, ops graph, io manager, iomanager, schedule definition,
    run failure, backfill, declarative automation, dagit, workspace.yaml, code location, definitions object, run coordinator,
    launchpad, dagster project create, branch deployment`,
  ),
  tool(
    'prefect, prefect cloud, prefect server',
    `
    install, flow decorator, task decorator, flow deployment, work pool, work queue, block create, task runner, dask runner,
    concurrency limit, cache key, task cache, result persistence, schedule deployment, prefect cli login, pause flow, cancel flow,
    crashed, late run, subflow, flow parameter, get_run_logger, kubernetes worker, ecs worker, artifact create`,
  ),
  tool(
    'azure data factory, data factory, adf',
    `
    create pipeline, copy activity, lookup activity, foreach activity, web activity, set variable, dynamic content,
    expression language, mapping data flow, linked service, integration runtime, self hosted runtime, ssis runtime, tumbling window,
    pipeline fail, activity fail, rerun pipeline, pipeline timeout, global parameter, watermark, delta copy,
    stored procedure activity, execute pipeline, copy slow`,
  ),
  tool(
    'talend, talend studio, talend open studio, talend cloud',
    `
    install, create job, build job, tmap, tfilelist, tjavarow, tjava, tlogrow, taggregaterow, trunjob, tlogcatcher, context variable,
    context group, joblet, export job, job server, talend administration center, remote engine, pipeline designer, studio crash,
    studio slow, scd component, reject row, component palette, reset password`,
  ),
  tool(
    'matillion, matillion etl, matillion data productivity',
    `
    install, orchestration job, transformation job, create job, create pipeline, orchestration pipeline, transformation pipeline,
    python script component, grid variable, job variable, grid iterator, fixed iterator, shared job, schedule job, schedule pipeline,
    launch instance, instance size, credit, job fail, job queue, table update component, calculator component, reset password`,
  ),
  tool(
    'luigi',
    `
    install, task dependency, requires method, localtarget, s3target, dateparameter, central scheduler, local scheduler, luigid,
    wrappertask, externaltask, task retry, retry count, rerun task, range task, rangedaily, visualiser, visualizer, task history,
    atomic write, pysparktask, dynamic dependency, lock pid`,
  ),
  tool(
    'soda, soda core, soda cloud, soda sql, soda library',
    `
    install, write check, create check, check syntax, checks.yml, configuration.yml, scan fail, api key, data source configuration,
    connect snowflake, missing count, duplicate count, row count check, distribution check, failed row, partition filter,
    no-code check, programmatic scan, invite user, reset password`,
  ),
  tool(
    'monte carlo, montecarlo, monte carlo data',
    `
    install, create monitor, custom monitor, field health, dimension tracking, sql rule, custom sql, monitors as code,
    notification audience, snooze, data collector, hosted agent, deploy agent, connect snowflake, connect bigquery,
    connect databricks, pycarlo, api key, circuit breaker, key asset, importance score, invite user, reset password, exclude table,
    training period, random sampling, backfill metric`,
  ),
  tool(
    'bigeye',
    `
    install, create metric, autometric, autothreshold, bigconfig, create sla, create issue, mute metric, metric schedule, metric run,
    deltas, virtual table, template metric, row creation time, data source agent, add source, connect snowflake, lineage plus,
    api key, invite user, reset password, debug query, bigrules, monitor table`,
  ),
  tool(
    'hashicorp vault, vault, vault server',
    `
    install, unseal, seal, root token, vault policy write, policy syntax, kv engine, kv version, enable engine, transit engine,
    pki engine, approle, userpass, token renew, token ttl, revoke lease, vault agent injector, raft, consul storage, shamir,
    audit device, hcp vault, openbao, response wrapping, rekey`,
  ),
  tool(
    'salesforce, sfdc, sales force',
    `
    soql, visualforce, lightning component, lwc, flow builder, process builder, record-triggered flow, validation rule,
    approval process, roll-up summary, create custom object, create custom field, page layout, create opportunity, create lead,
    convert lead, cpq, sharing rule, role hierarchy, assignment rule, email template, data loader, data import wizard, mass update,
    duplicate rule, sandbox refresh, create sandbox, sfdx, governor limit, buy license, reset password, forgot password,
    marketing cloud, pardot, appexchange`,
  ),
  tool(
    'sap, sap erp, sap s4hana, s4hana, sap bw, sap ecc',
    `
    abap, bapi, idoc, transport request, transaction code, tcode, se16, su01, purchase order, sales order, material master,
    goods receipt, invoice verification, company code, chart accounts, cost center, posting period, fi module, fico, payroll,
    successfactors, fiori app, fiori launchpad, unlock user, background job, bex query, hana memory, hana license`,
  ),
  tool(
    'sharepoint, microsoft sharepoint, sharepoint online',
    `
    create site, site collection, team site, communication site, document library, create library, custom list, calculated column,
    content type, site column, term store, version history, restore version, recycle bin, external sharing, break inheritance,
    site permission, permission level, power automate, power apps form, page layout, web part, spfx, site template, storage limit,
    onedrive sync, list threshold, pnp powershell, news post`,
  ),
  tool(
    'confluence, atlassian confluence',
    `
    create page, create space, space permission, page restriction, page template, blueprint, page tree, move page, copy page,
    delete page, restore page, archive page, page history, export pdf, jira macro, draw.io, gliffy, blog post, watch page,
    inline comment, content report, cql, confluence cloud migrate, server upgrade, reset password, forgot password, confluence slow,
    attachment limit, team calendar, space key`,
  ),
  tool(
    'google sheets, google sheet, gsheets, gsheet, google spreadsheet',
    `
    vlookup, importrange, arrayformula, array formula, sumif, countif, write formula, formula error, pivot table, conditional format,
    data validation, apps script, appscript, protect range, lock cell, freeze row, merge cell, split text, remove duplicate,
    googlefinance, sparkline, importxml, importhtml, version history, cell limit, sheets slow, gspread, named range, transpose,
    concatenate`,
  ),
];
