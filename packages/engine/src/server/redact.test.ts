import { describe, expect, test } from 'vitest';
import { MAX_REDACTED_CHARACTERS, redact } from './redact.ts';
import { growthBeyondLinear, HOSTILE_PIECES, relativeTime } from '#testing/growth.ts';
import * as ordinary from './testing/ordinary-texts.ts';
import * as pasted from './testing/pasted-texts.ts';

const MIXED = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';
const HEX = '4f3a9c0d17be42685e0fa3127cd94b86';

/** A text, and the values that must be removed from it. */
const SECRETS: readonly (readonly [text: string, ...secrets: string[]])[] = [
  // Assignments in shells, property files and environment files.
  ['DB_PASSWORD=hunter2', 'hunter2'],
  ['SERVICE_TOKEN=abc123', 'abc123'],
  ['client_secret=Xy7', 'Xy7'],
  ['azure client secret value Xyz8Q~abcdefghijklmnopqrstuvwxyz0-_.~', 'Xyz8Q~abc'],
  ['export API_TOKEN="s3cr3t value"', 's3cr3t'],
  ['set PGPASSWORD=letmein', 'letmein'],
  ['POSTGRES_PASSWORD = letmein', 'letmein'],
  ["MYSQL_ROOT_PASSWORD='root pw'", 'root pw'],
  ['spring.datasource.password=letmein', 'letmein'],
  ['ebean.password=letmein', 'letmein'],
  ['api_key=abc', '=abc'],
  ['apiKey = "abcdef"', 'abcdef'],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'wJalrX'],
  ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'wJalrX'],
  ['aws_session_token=FwoGZXIvYXdzEJr', 'FwoGZX'],
  ['AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq==;EndpointSuffix', 'Eby8vd'],
  ['SharedAccessKey=abcDEF123=', 'abcDEF'],
  ['sasl.jaas.config=PlainLoginModule required username="ana" password="pw-kafka";', 'pw-kafka'],
  ['ssl.keystore.password=changeit', 'changeit'],
  ['basic.auth.user.info: token=zz9', 'zz9'],
  ['//registry.example.org/:_authToken=abc-def', 'abc-def'],
  ['_auth=YW5hOnNlY3JldA==', 'YW5hOnN'],
  ['pwd=topsecret', 'topsecret'],
  ['PASSWD:=abc', ':=abc'],
  ["config['secret'] = 'tiger'", 'tiger'],
  ['"secret" => "tiger"', 'tiger'],
  ['SESSION_ID=8fe2', '8fe2'],
  ['X-Amz-Signature=abcdef0123', 'abcdef0123'],
  ['https://bucket.example.org/x?sv=2020&signature=abc%2Fdef', 'abc%2Fdef'],
  ['https://api.example.org/v1?access_token=tkn&x=1', 'tkn'],
  ['https://api.example.org/v1?api-key=kkk', 'kkk'],
  ['mysql://x?password=hunter&ssl=1', 'hunter'],
  ['jdbc:postgresql://db/shop?user=ana&password=pw1', 'pw1'],
  ['Server=db;User Id=ana;Password=pw1;', 'pw1'],
  ['DSN=x;UID=ana;PWD=tiger', 'tiger'],
  // Signs in values, and default values.
  ['DB_PASSWORD=xY7kQ&kP9zqW3', 'kP9z'],
  ['docker run -e DB_PASSWORD=a&b;c6 image', 'b;c6'],
  ['password: $xY7kP9zqW3', 'xY7k'],
  ['password: yes!xY7kP9', 'xY7k'],
  ['password: <aB9>kP9z', 'kP9z'],
  ['password: ${DB_PASSWORD:-hunter2}', 'hunter2'],
  ['spring.datasource.password=${DB_PASSWORD:hunter2}', 'hunter2'],
  ["curl -u 'ana:$xY7k' http://x", 'xY7k'],
  // Secrets whose names do not say so, lists, and default values in code.
  ['kubectl create secret generic x --from-literal=mysql=Xy7kq --from-literal=b="ab c9"', 'Xy7kq', 'c9'],
  ['{"kind":"Secret","apiVersion":"v1","data":{"mysql":"aGVsbG8x","b":"eHl6MTI="}}', 'aGVsbG8x', 'eHl6MTI='],
  ['{"name":"Cookie","value":"sid=abc123; x=1"}', 'abc123'],
  ['{"name": "Authorization", "value": "Bearer x1"}', 'x1'],
  ['ConvertTo-SecureString -AsPlainText "hunter2" -Force', 'hunter2'],
  ['{"auths":{"registry.example.org":{"auth":"YW5hOnB3MQ=="}}}', 'YW5hOn'],
  ['passwords:\n  - hunter2\n  - tiger9\nport: 1', 'hunter2', 'tiger9'],
  ['tokens: [abc123, def456]', 'abc123', 'def456'],
  ['pw = os.getenv("DB_PASSWORD") or "hunter2"', 'hunter2'],
  ["process.env.DB_PASSWORD ?? 'hunter2'", 'hunter2'],
  ['mi contrasen\u0303a es hunter2', 'hunter2'],
  // YAML and JSON, as in recipes and values files.
  ['password: hunter2', 'hunter2'],
  ['password: tiger', 'tiger'],
  ['    password: "tiger"', 'tiger'],
  ["    token: 'abc'", "'abc'"],
  ['type: x\nconfig:\n  password: letmein\n  host: db', 'letmein'],
  ['{"password":"tiger"}', 'tiger'],
  ['{"client_secret": "abc", "id": 1}', '"abc"'],
  ['{\\"password\\":\\"tiger\\"}', 'tiger'],
  ['{"auth": {"token": "abc def"}}', 'abc def'],
  ['{"private_key_id": "0a1b2c", "x": 1}', '0a1b2c'],
  ['{"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBg', 'MIIEvQ'],
  ['private_key: |\n  -----BEGIN RSA PRIVATE KEY-----\n  MIIEow', 'MIIEow'],
  ['secret: cGFzc3dvcmQ=', 'cGFzc3'],
  ['credential: s3cr3t!', 's3cr3t!'],
  ['account_key: abc123==', 'abc123'],
  ['passphrase: correct horse', 'correct'],
  ['sink: {type: rest, config: {token: ab12cd}}', 'ab12cd'],
  ['password = "pa ss"', 'pa ss'],
  ['secret_key: !Xy7', '!Xy7'],
  // Headers.
  ['Authorization: Bearer abcdefghijkl', 'abcdefghijkl'],
  ['Authorization: Bearer abc1', 'abc1'],
  ['authorization: Basic YW5hOnNlY3JldA==', 'YW5hOn'],
  ['curl -H "Authorization: Bearer tkn" http://x', 'tkn"'],
  ["-H 'Authorization: Token abcd'", 'abcd'],
  ['Authorization: abcdefgh', 'abcdefgh'],
  ['"Authorization": "Bearer a1b2"', 'a1b2'],
  ['X-API-Key: abc123', 'abc123'],
  ['-H "X-Auth-Token: k9z"', 'k9z'],
  ['Cookie: PLAY_SESSION=abc; actor=me', 'abc'],
  ['Set-Cookie: sid=31d4d96e; Path=/', '31d4d96e'],
  ["-H 'cookie: a=b; session=xyz'", 'xyz'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9', 'eyJhbG'],
  ['bearer a1b2c3d4', 'a1b2c3'],
  ['Basic dXNlcjpwYXNz', 'dXNlcjpw'],
  ['Proxy-Authorization: Basic Zm9vOmJhcg==', 'Zm9v'],
  // Command lines.
  ['mytool init --password tiger', 'tiger'],
  ['mytool --token abc123 ingest', 'abc123'],
  ['mytool --token=abc ingest', '=abc'],
  ["mytool --client-secret 'a b'", 'a b'],
  ['tool --api-key k1 run', 'k1'],
  ['tool --db-password=pw run', '=pw'],
  ['curl -u ana:tiger http://x', 'tiger'],
  ["curl --user 'ana:tiger' http://x", 'tiger'],
  ['wget --user=ana --password=tiger', 'tiger'],
  ['mysql -u root -ptiger shop', 'tiger'],
  ['mysqldump -h db -u root -phunter2', 'hunter2'],
  ['sshpass -p tiger ssh ana@db', 'tiger'],
  ['docker login -u ana -p tiger', 'tiger'],
  ['redis-cli -h db -a tiger', 'tiger'],
  ['ldapsearch -D cn=admin -w tiger', 'tiger'],
  ['sqlplus scott/tiger@orcl', 'tiger'],
  // Connection strings and addresses.
  ['postgres://ana:se/cret@db', 'se/cret'],
  ['postgres://ana:s3cret@db.example.org/shop', 's3cret'],
  ['postgresql+psycopg2://ana:tiger@db:5432/shop', 'tiger'],
  ['mongodb+srv://ana:p%40ss@cluster0.example.net', 'p%40ss'],
  ['https://ana:p@ss@example.org', 'p@ss'],
  ['redis://:tiger@cache:6379/0', 'tiger'],
  ['amqp://guest:guest@mq', 'guest:guest'],
  ['snow://ana:tiger@acme/db', 'tiger'],
  ['https://token123@git.example.org/x.git', 'token123'],
  ['https://x-access-token:abc@git.example.org', ':abc'],
  ['jdbc:oracle:thin:scott/tiger@//db:1521/x', 'tiger'],
  ['oracle+cx_oracle://scott:tiger@db', 'tiger'],
  ['http://ana:tiger@localhost:8080', 'tiger'],
  ['ftp://ana:ti#ger@host', 'ti#ger'],
  ['https://hooks.slack.com/services/T000/B000/XXXXyyyy', 'XXXXyyyy'],
  ['https://discord.com/api/webhooks/123/abc-DEF', 'abc-DEF'],
  // Keys that are recognized by their form.
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-123_x', 'eyJ'],
  ['key 0123456789abcdef0123456789abcdef failed', '0123456789'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3f2504e0'],
  [`ghp_${MIXED}`, 'ghp_aB'],
  [`github_pat_${MIXED}`, 'aB3dE5'],
  ['glpat-abcdefghijklmnopqrst', 'abcdefghij'],
  ['sk-abcdefghijklmnopqrstuvwx', 'abcdefghij'],
  ['sk-ant-api03-abcdefghijklmnop', 'abcdefghij'],
  ['sk_live_abcdefghijklmnop', 'abcdefghij'],
  ['xoxb-abcdefgh-ijklmnopqr', 'abcdefgh'],
  ['AKIAIOSFODNNEXAMPLEX is refused', 'AKIAIOS'],
  ['ASIAIOSFODNN7EXAMPLE', 'ASIAIOS'],
  ['AIzaSyA-abcdefghijklmnopqrstuvwxyz', 'SyA-abc'],
  ['ya29.a0AfH6SMBabcdefgh', 'a0AfH6'],
  ['GOCSPX-abcdefghijklmnop', 'abcdefgh'],
  ['SG.abcdefghijkl.mnopqrstuv', 'abcdefgh'],
  [`dapi${HEX}`, '4f3a9c'],
  ['npm_abcdefghijklmnopqrstuvwxyz', 'abcdefgh'],
  ['pypi-AgEIcHlwaS5vcmcabcdef', 'AgEIcH'],
  ['hf_abcdefghijklmnopqr', 'abcdefgh'],
  ['hvs.CAESIabcdefghijkl', 'CAESI'],
  ['dckr_pat_abcdefghijklmnop', 'abcdefgh'],
  ['shpat_abcdefghijklmnopqrst', 'abcdefgh'],
  [`aws ${MIXED}/+=`, 'aB3dE5'],
  ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY does not work', 'wJalrX'],
  [`sha ${HEX}`, '4f3a9c'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----', 'b3Blbn'],
  ['ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 ana', 'AAAAB3'],
  ['1//0gabcDEF123ghiJKL456mnoPQR', 'abcDEF'],
  // Sentences.
  ['my password is hunter2', 'hunter2'],
  ['the token is abc123xyz', 'abc123xyz'],
  ['login with password s3cretpw fails', 's3cretpw'],
  ['the secret was "zz99top"', 'zz99top'],
  ['PIN 4711 is rejected', '4711'],
  ['How do I log in? My password is: hunter2-Kq9', 'hunter2'],
  ['The catalog password is: Xk9vT2qLm8, why does login fail?', 'Xk9vT2qLm8'],
  ['the token is: 8fK2mQz71b', '8fK2mQz71b'],
  ['Password is : correcthorse', 'correcthorse'],
  ['the password was: qwerty!@#', 'qwerty'],
  ['password is now: Winter2024', 'Winter2024'],
  ['password is now Winter2024', 'Winter2024'],
  ['our db password is: "ti ger"', 'ti ger'],
  ['my password is: tiger and it fails', 'tiger'],
  ['das Passwort ist: geheim7', 'geheim7'],
  ['api key is: hunter22!', 'hunter22'],
  ['password -> Xk9vT2qLm8', 'Xk9v'],
  ['password → Xk9vT2qLm8 does not work', 'Xk9v'],
  ['user admin pass Winter2024', 'Winter2024'],
  ['u: admin p: Winter2024', 'Winter2024'],
  ['credentials are admin:hunter22!', 'hunter22'],
  ['Tr0ub4dor&3 is my password', 'Tr0ub4dor'],
  ['why does "Winter2024" as password fail?', 'Winter2024'],
  ['I use Winter2024 as the password and it fails', 'Winter2024'],
  ['| user | ana |\n| password | Winter2024 |', 'Winter2024'],
  ['| `db.password` | `Winter2024` | the database |', 'Winter2024'],
  ['"password", "Winter2024"', 'Winter2024'],
  ["['user', 'ana', 'password', 'Winter2024']", 'Winter2024'],
  ['my otp is 123456', '123456'],
  ['cvv: 123', '123'],
  // People and their numbers.
  ['mail jo.doe+x@example.co.uk now', 'jo.doe'],
  ['jörg@müller.de', 'jörg'],
  ['<ana@example.org>,ben@example.org', 'ben'],
  ['ana%40example.org', 'ana'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ａｎａ'],
  ['ana.silva at example dot org', 'ana.silva'],
  ['ana (at) example (dot) org', 'ana'],
  ['4111111111111111', '4111'],
  ['4111 1111 1111 1111', '1111'],
  ['5500-0000-0000-0004', '5500'],
  ['card 378282246310005 declined', '378282'],
  ['DE89370400440532013000', '3704'],
  ['DE89 3704 0044 0532 0130 00 is refused', '3704'],
  ['GB29 NWBK 6016 1331 9268 19', 'NWBK'],
  ['FR14 2004 1010 0505 0001 3M02 606', '2004'],
  ['078-05-1120', '078-05'],
  ['call +49 170 1234567', '1234567'],
  ['+1 (555) 123-4567', '4567'],
  ['555-123-4567', '555-123'],
  ['(555) 123-4567', '123-4567'],
  ['+442079460958', '2079460'],
  ['0170 123 45678', '45678'],
  ['0049 89 1234567', '1234567'],
  ['00:1B:44:11:3A:B7', '1B:44'],
  ['00-1b-44-11-3a-b7', '1b-44'],
  ['001b.4411.3ab7', '4411'],
  ['from 192.0.2.7:8080', '192.0.2'],
  ['from 2001:db8::7 and fe80::1c2d', '2001:db8'],
  ['no route to host 10.20.30.40', '10.20.30'],
  ['urn:li:corpuser:ana.silva', 'ana'],
  ['owner urn%3Ali%3Acorpuser%3Aana has no rights', 'Aana'],
  ['/home/ana/recipes/x.yml: no such file', 'ana'],
  ['/Users/ana.silva/venv/bin/python', 'silva'],
  ['export VAULT_TOKEN=hvs.abc', 'hvs.abc'],
  ['sink.config.token: "abc"', '"abc"'],
  ['storage_account_key: Zm9vYmFy', 'Zm9v'],
  ['trino://ana:tiger@trino:443/hive', 'tiger'],
  ['AMEX 3782-822463-10005', '822463'],
  ['passcode: 93f1', '93f1'],
  ['NL91ABNA0417164300', 'ABNA'],
  ['C:\\Users\\Ana\\x.yml', 'Ana'],
  // Other names, other languages, other notations.
  ['my pw: Abcd1234', 'Abcd1234'],
  ['ldap bindpw=tiger', 'tiger'],
  ['bind_password tiger9', 'tiger9'],
  ['secret key AbCdEf123!', 'AbCdEf123'],
  ['?sig=abc%2Bdef&se=2023', 'abc%2Bdef'],
  ['Bearer: abc123', 'abc123'],
  ['xoxp-1234-abcd', '1234-abcd'],
  ['<password>tiger</password>', 'tiger'],
  ['<ns:client-secret>tiger</ns:client-secret>', 'tiger'],
  ['<add key="apiKey" value="abc123"/>', 'abc123'],
  ['<property name="hibernate.connection.password" value="tiger"/>', 'tiger'],
  ['senha: tiger', 'tiger'],
  ['Passwort: geheim1', 'geheim1'],
  ['mot de passe: s3same', 's3same'],
  ['contraseña=tigre', 'tigre'],
  ['call me at 089 / 1234567', '1234567'],
  ['user/pass: admin/Sup3rS3cret', 'Sup3rS3cret'],
  ['kubectl create secret generic x --from-literal=password=tiger', 'tiger'],
  ['helm install --set auth.password=tiger', 'tiger'],
  ['psql "host=db user=ana password=tiger"', 'tiger'],
  ['export SNOWFLAKE_PASS=tiger', 'tiger'],
  ['"truststorePassword" : \'tiger\'', 'tiger'],
  ['kafka: sasl.password tiger1', 'tiger1'],
  ['?sp=r&sig=Zm9vYmFyYmF6cXV4', 'Zm9v'],
  ['ENV DB_PASS tiger1', 'tiger1'],
  ['x-functions-key: abc123', 'abc123'],
  ['apikey abc123456', 'abc123456'],
  ['encryption key abcDEF123456', 'abcDEF123456'],
  ["requests.get(url, auth=('ana', 'tiger1'))", 'tiger1'],
  ['conn.password("tiger1")', 'tiger1'],
  ['2fa code 123456', '123456'],
  ['graph = Graph(server, token="abc")', 'abc'],
  ['user=ana;password="ti ger"', 'ti ger'],
  ['$env:API_KEY = "abc"', 'abc'],
  ['set TOKEN abc123', 'abc123'],
  ['hive.metastore.truststore.password tiger99', 'tiger99'],
];

const HARMLESS: readonly string[] = [
  'AUTH_OIDC_EXTRACT_JWT_ACCESS_TOKEN_CLAIMS',
  'createGlossaryTermProposalMutation',
  'MetadataChangeLog_Versioned_v1',
  '/docs/generated/ingestion/sources/s3#starter-recipe',
  'urn:li:dataset:(urn:li:dataPlatform:s3,bucket/orders,PROD)',
  'upgrade to v0.10.5, acme-tools[bigquery]==0.10.4.1',
  'npm i react@19.3.1 or @docsearch/react@5.1.0',
  'localhost:8080 or 127.0.0.1 or 0.0.0.0 or ::1',
  'password=${PASSWORD} or token=<your-token>',
  'invalid token: expired',
  'std::vector at 12:34:56',
  'sk-learn and scikit-learn models',
  'how do I ingest from Postgres? 日本語 👩‍💻',
  '',
  'how do I reset the admin password?',
  'where is the password stored',
  'what does --token do',
  'what is the --password option for',
  'how to use a bearer token with curl',
  'basic authentication is not working',
  'basic auth vs bearer tokens',
  'token is invalid or expired',
  'password is wrong',
  'token has expired after 1 hour',
  'how long is a token valid',
  'personal access tokens',
  'access token expired error 401',
  'can I set token_expiry=3600',
  'max_tokens: 500',
  'what is tokenizer: standard',
  'secretKeyRef: name',
  'password_file: /run/secrets/db',
  'passwordSecretRef',
  'what is the default password',
  'password: ${DB_PASSWORD}',
  'password: "{{ vault.password }}"',
  'token: <paste your token here>',
  'client_secret: your-client-secret',
  'secret: null',
  'password: required field',
  'password: must be a string',
  'error: password: field required',
  'validation error for password: value is not a valid string',
  'What are the steps to enable stateful ingestion?',
  'How do I run on port 8080?',
  'http://localhost:8080/api/graphql',
  'http://localhost:9002/login?redirect_uri=/',
  'https://registry.example.org:8443/@docsearch/react',
  'https://github.com/acme/tools/blob/master/docs/how/updating.md#v0105',
  'connect to kafka:9092',
  'jdbc:postgresql://localhost:5432/shop',
  's3://my-bucket/path/to/table/year=2023/month=06/day=01/part-0.parquet',
  'gs://bucket/folder/*.csv',
  'abfss://container@account.dfs.core.windows.net',
  'snapshot 2023-06-01T12:34:56Z',
  '2023-06-01 12:34:56,789 ERROR',
  '2023-06-01T00:00:00+02:00',
  'epoch 1685577600000',
  'took 123456789 ms',
  'id 1234567890',
  'error code 1045',
  'HTTP 500 after 30000 ms',
  'java.lang.NullPointerException at com.acme.Main.run(Main.java:123)',
  'org.apache.kafka.common.errors.TimeoutException: Topic orders not present in metadata after 60000 ms',
  'io.acme.metadata.entity.EntityServiceImpl',
  'ConnectionRefusedError: [Errno 111] Connection refused',
  'ModuleNotFoundError: No module named "pyodbc"',
  'python 3.10.11 and pip 23.1.2',
  'elasticsearch 7.17.10, mysql 8.0.33, neo4j 4.4.9',
  'kubernetes 1.27.3 with helm 3.12',
  'docker compose -p acme up -d',
  'docker run -p 8080:8080 -e LOG_LEVEL=debug acme/server:v0.10.4',
  'mysql -u root -p',
  'git clone git@github.com:acme/tools.git',
  'curl -X POST http://localhost:8080/aspects?action=ingestProposal',
  'curl -u option',
  'pip install --upgrade acme',
  'acme ingest -c recipe.yml --dry-run --preview',
  'acme delete --urn "urn:li:dataset:x" --hard',
  'SELECT * FROM orders WHERE id = 5',
  'MERGE INTO a USING b ON a.id = b.id',
  'type: looker\nconfig:\n  base_url: https://acme.example.org\n  threads: 4',
  'source.config.include_views: true',
  'profiling.enabled: false',
  'classification.classifiers: [{type: x}]',
  'GLOBAL_RETENTION=90',
  'JAVA_OPTS=-Xms1g -Xmx1g',
  'METADATA_SERVICE_AUTH_ENABLED=true',
  'METADATA_SERVICE_AUTH_SECRET_NAME: main',
  'KAFKA_BOOTSTRAP_SERVER=broker:29092',
  'NEO4J_HOST=http://neo4j:7474',
  'ELASTICSEARCH_USE_SSL=false',
  'what is AUTH_OIDC_CLIENT_SECRET',
  'where do I set AUTH_OIDC_CLIENT_ID',
  'SECRET_KEY environment variable',
  'does the secret manager work with Azure Key Vault?',
  'secrets in the UI',
  'create a secret for ingestion',
  'how are secrets encrypted',
  'private key authentication for the warehouse',
  'key pair authentication',
  'primary key and foreign key',
  'api key vs service account',
  'credential rotation',
  'service account credentials for BigQuery',
  'cookie settings',
  'session cookie lifetime',
  'how do cookies work behind a proxy',
  'single sign-on with Okta',
  'SAML or OIDC?',
  'user groups and policies',
  'who can see a dataset',
  'column level lineage',
  'column-level lineage for dbt 1.5',
  'glossary terms and tags',
  'how do I delete a dataset',
  'soft delete vs hard delete',
  'restore indices job',
  'rebuild the search index',
  'what is a data product',
  'browse paths v2',
  'GraphQL API rate limits',
  'OpenAPI v2 endpoints',
  'rest.li vs OpenAPI',
  'java emitter maven dependency io.acme:client:0.10.4-1',
  'airflow plugin 2.6 with lineage backend',
  'spark 3.3 lineage agent jar',
  'great expectations integration',
  'does it support Delta Lake and Iceberg?',
  'what changed between 0.10.3 and 0.10.4',
  'memory: 2Gi, cpu: 500m',
  'replicas: 3',
  'pass the recipe as an argument',
  'what is sig in the protocol',
  '<name>orders</name> in pom.xml',
  '<artifactId>client</artifactId>',
  'secret key rotation every 90 days',
  'bind password of the LDAP source',
  'pw is short for what',
  'passport authentication',
  'compass and bypass',
  'token budget per minute',
  '0.10.4 / 0.10.5',
  'nodePort 30080',
  'ingress with TLS',
  'behind nginx at /catalog/',
  'base64 encode a file',
  'sha256 of an image',
  'uuid or urn as id',
  'what does urn:li:tag:pii mean',
  'urn:li:dataFlow:(airflow,daily_orders,prod)',
  'regex ^prod_.*$ in schema_pattern',
  'schema_pattern.allow: ["^analytics\\\\..*"]',
  'cron 0 0 * * *',
  'every 15 minutes (*/15 * * * *)',
  'timezone Europe/Berlin',
  'size 10.5 MB, 1,234,567 rows',
  'call me when it is released',
  'phone number classifier',
  'credit card detection in classification',
  'is IBAN detected by the classifier?',
  'mask SSN columns',
  'GDPR and PII tags',
  'MAC with Apple silicon',
  'arm64 images for Mac M1',
  'ipv6 support',
  'the pin icon on a page',
  'access key rotation for S3',
  'passthrough: true',
];

const rate = (kept: number, all: number): number => kept / all;

const ALL_SECRETS = [SECRETS, pasted.PASTED_SECRETS, pasted.PASTED_SECRETS_2, pasted.PASTED_SECRETS_3, pasted.PASTED_SECRETS_4] as const;
const ALL_HARMLESS = [
  HARMLESS,
  ordinary.ORDINARY_TEXTS,
  ordinary.ORDINARY_TEXTS_2,
  ordinary.ORDINARY_TEXTS_3,
  ordinary.ORDINARY_TEXTS_4,
] as const;

const replaced = (from: RegExp, to: string) => (text: string) => text.replaceAll(from, to);

/** Notations of the same text, as keyboards, word processors, web pages, and Windows write it. */
const NOTATIONS: readonly (readonly [name: string, rewrite: (text: string) => string])[] = [
  ['spaces that do not break a line', replaced(/ /g, '\u00a0')],
  ['narrow spaces that do not break a line', replaced(/ /g, '\u202f')],
  ['thin spaces', replaced(/ /g, '\u2009')],
  ['spaces of the width of a digit', replaced(/ /g, '\u2007')],
  ['spaces of Chinese and Japanese', replaced(/ /g, '\u3000')],
  ['hyphens that do not break a line', replaced(/-/g, '\u2011')],
  ['lines that end as on Windows', replaced(/\n/g, '\r\n')],
  ['separators of lines', replaced(/\n/g, '\u2028')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['soft hyphens in words', replaced(/(?<=[a-z]{2})(?=[a-z]{2})/gi, '\u00ad')],
  ['zero-width spaces after punctuation', replaced(/(?<=[:=@./])/g, '\u200b')],
  ['zero-width joiners in words', replaced(/(?<=[a-z]{2})(?=[a-z]{2})/gi, '\u200d')],
  ['word joiners around spaces', replaced(/ /g, '\u2060 \u2060')],
  ['marks of the direction around words', replaced(/\b/g, '\u200e')],
];

/** What people paste around a password. */
const CONTEXTS: Readonly<Record<string, (password: string) => string>> = {
  'a file of the environment': (password) => `my .env is\nDB_HOST=db\nDB_PASSWORD=${password}\nDB_PORT=5432`,
  'a shell': (password) => `export DB_PASSWORD='${password}'`,
  'a container': (password) => `docker run -e POSTGRES_PASSWORD=${password} postgres:15`,
  'a recipe': (password) => `source:\n  type: mysql\n  config:\n    username: root\n    password: ${password}\n    host_port: x`,
  'a recipe with quotation marks': (password) => `source:\n  config:\n    password: "${password}"\n`,
  JSON: (password) => `{"username":"a","password":"${password}","x":1}`,
  'a property file': (password) => `spring.datasource.password=${password}\nspring.x=1`,
  'a sentence': (password) => `my password is ${password}`,
  'an option': (password) => `datahub init --password '${password}'`,
  'a request': (password) => `curl -u 'ana:${password}' https://x`,
};

/** Returns a generator of the same numbers from 0 to below `end` in each run. */
function numbers(end: number): () => number {
  let state = 12345;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * end);
  };
}

describe('personal data and secrets are removed', () => {
  test.each(ALL_SECRETS.map((cases, index) => [index, cases] as const))(
    'at least 97 % of the cases in list %i are redacted',
    (_, cases) => {
      const kept = cases
        .filter(([text, ...secrets]) => secrets.some((secret) => redact(text).includes(secret)))
        .map(([text]) => `${text} → ${redact(text)}`);
      expect(cases.length).toBeGreaterThanOrEqual(66);
      expect(rate(kept.length, cases.length), kept.join('\n')).toBeLessThanOrEqual(0.03);
    },
  );

  describe.each(NOTATIONS)('%s', (_, rewrite) => {
    test.each(ALL_SECRETS.map((cases, index) => [index, cases] as const))(
      'at least 97 %% of the cases in list %i are redacted',
      (__, cases) => {
        const kept = cases
          .filter(([text, ...secrets]) => secrets.some((secret) => redact(rewrite(text)).includes(secret)))
          .map(([text]) => `${text} → ${redact(rewrite(text))}`);
        expect(rate(kept.length, cases.length), kept.join('\n')).toBeLessThanOrEqual(0.03);
      },
    );

    test.each(ALL_HARMLESS.map((texts, index) => [index, texts] as const))(
      'at least 97 %% of the questions in list %i are stored in their usual notation',
      (__, texts) => {
        const changed = texts.filter((text) => redact(rewrite(text)) !== text).map((text) => `${text} → ${redact(rewrite(text))}`);
        expect(rate(changed.length, texts.length), changed.join('\n')).toBeLessThanOrEqual(0.03);
      },
    );
  });

  test.each([
    ['password:\r\n  hunter2', 'password:\n  [secret]'],
    ['Password:\nhunter2', 'Password:\n[secret]'],
    ['\u001b[31mpassword: hunter2\u001b[0m', 'password: [secret]'],
    ['password: **hunter2**\n**user**: x', 'password: [secret]\nuser: x'],
    ['password: ********, in **/*.yml and **/*.env', 'password: ********, in **/*.yml and **/*.env'],
    ['mytool –password tiger', 'mytool –password [secret]'],
    ['rate(x\n[5m])', 'rate(x\n[5m])'],
    ['mytool —token=tiger', 'mytool —token=[secret]'],
    ['078\u201105\u20111120', '[number]'],
    ['555–123–4567', '[phone]'],
  ])('%j', (text, expected) => expect(redact(text)).toBe(expected));

  describe.each([
    ['letters, digits, and the signs of password managers', 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%^&*'],
    [
      'all characters of a keyboard',
      String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index)).replace(/["'\x60\\]/g, ''),
    ],
  ])('of 500 passwords of 16 characters (%s), at most 3 %% keep five characters in a row', (_, characters) => {
    test.each(Object.entries(CONTEXTS))('%s', (__, write) => {
      const next = numbers(characters.length);
      const passwords = Array.from({ length: 500 }, () => Array.from({ length: 16 }, () => characters[next()]).join(''));
      const kept = passwords.filter((password) => {
        const stored = redact(write(password));
        return Array.from({ length: 12 }, (___, start) => password.slice(start, start + 5)).some((part) => stored.includes(part));
      });
      expect(rate(kept.length, passwords.length), kept.join('\n')).toBeLessThanOrEqual(0.03);
    });
  });

  test('each case contains the values to remove', () => {
    for (const [text, ...secrets] of ALL_SECRETS.flat()) for (const secret of secrets) expect(text).toContain(secret);
  });

  test.each([
    ['mail ana@example.org, please', 'mail [e-mail], please'],
    ['Authorization: Bearer abcdefghijkl', 'Authorization: Bearer [token]'],
    ['postgres://ana:s3cret@db.example.org/shop', 'postgres://[password]@db.example.org/shop'],
    ['mysql://x?password=hunter&ssl=1', 'mysql://x?password=[secret]&ssl=1'],
    ['password: hunter2 does not work', 'password: [secret] does not work'],
    ['from 192.0.2.7:8080', 'from [address]:8080'],
    ['AKIAIOSFODNNEXAMPLEX is refused', '[token] is refused'],
    ['urn:li:corpuser:ana has no role', 'urn:li:corpuser:[user] has no role'],
    ['my password is: hunter2-Kq9 and fails', 'my password is: [secret] and fails'],
    ['the password is: tiger', 'the password is: [secret]'],
    ['password -> Winter2024', 'password -> [secret]'],
    ['| password | Winter2024 |', '| password | [secret] |'],
    ['"password", "Winter2024"', '"password", "[secret]"'],
    ['I use Winter2024 as the password.', 'I use [secret] as the password.'],
    ['user admin pass Winter2024', 'user admin pass [secret]'],
  ])('%s: the words around a redacted value stay', (text, expected) => expect(redact(text)).toBe(expected));
});

describe('ordinary questions are unchanged', () => {
  test.each(ALL_HARMLESS.map((texts, index) => [index, texts] as const))(
    'at least 97 % of the questions in list %i are unchanged',
    (_, texts) => {
      const changed = texts.filter((text) => redact(text) !== text).map((text) => `${text} → ${redact(text)}`);
      expect(texts.length).toBeGreaterThanOrEqual(60);
      expect(rate(changed.length, texts.length), changed.join('\n')).toBeLessThanOrEqual(0.03);
    },
  );

  test.each([
    'the password is: how do I change it',
    'it says that the token is: expired',
    'why is my token: it is: revoked?',
    'my password issues',
    'is my password: is it stored?',
    'the password is: click on Reset and follow the link',
    'password -> secret in the UI',
    'Settings -> Access tokens -> Generate new token',
    'Users → Reset password → Confirm',
    'password -> OAuth2',
    'createToken -> AccessToken',
    '| password | string | The password of the user. |',
    '| password | varchar(255) | not null |',
    '| token | OAuth2 | RFC 6749 |',
    '| `password` | `SHA-256` | hash |',
    'cat token | base64 | pbcopy',
    '"required": ["password", "username", "token", "string"]',
    'the user can pass param123 to the source',
    'does the user pass version2 of the recipe',
    'can I use OAuth2 as the token provider?',
    'use sha256 as password hash',
    'what is my password?',
    'admin is my password manager',
    'RFC6749 is the token standard',
    'user credentials are stored in: the secret store',
    'log in with SASL: which mechanism?',
    'login with http://localhost:9002 fails',
  ])('%s', (text) => expect(redact(text)).toBe(text));

  test.each(['می‌خواهم', 'क्‍ष', 'ශ්‍රී', '👩‍💻', '❤️‍🔥', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '葛󠄀'])('%s: invisible characters that letters and emoji need stay', (text) => {
    expect(redact(`how do I write ${text}?`)).toBe(`how do I write ${text}?`);
  });

  test('redacting twice changes nothing', () => {
    for (const [text] of ALL_SECRETS.flat()) expect(redact(redact(text)), text).toBe(redact(text));
  });
});

test('long texts are shortened', () => expect(redact('word '.repeat(5000)).length).toBe(MAX_REDACTED_CHARACTERS));

/** Joined, the words of names are one long name, at each of whose words a detector could start. */
test.each([
  ['0', '0', '_key', 'passwd', 'password', '1', 'x.', 'passwd', 'pass', 'passwd', '0'],
  ['token.', 'secret_', 'api_key', '-pwd'],
])('words of names take about as long joined as apart: %s…', (...pieces) => {
  const [joined, apart] = ['', ' '].map((space) => `${pieces.join(space)}${space}`.repeat(400).slice(0, 1990)) as [string, string];
  expect(relativeTime(redact, joined, apart)).toBeLessThan(4);
});

test.each(HOSTILE_PIECES)('the time grows linearly with the length of the text: %j', (piece) => {
  expect(growthBeyondLinear(redact, piece, MAX_REDACTED_CHARACTERS)).toBeNull();
});
