const COLUMNS = [
  ['order_id', 'Number', 'Key of the order'],
  ['customer_id', 'Number', 'Who placed it'],
  ['status', 'String', 'paid, shipped or returned'],
  ['placed_at', 'Time', 'When it was confirmed'],
] as const;

const FACTS = [
  ['Owners', 'Order team', ''],
  ['Domain', 'Commerce', ''],
  ['Tags', 'pii', 'tag'],
  ['Glossary Terms', 'Completed order', 'term'],
] as const;

/** Drawn: the page of a dataset, its schema on the left and what people added on the right. */
export function DatasetScreen() {
  return (
    <>
      <p className="screen-bar">Datasets / prod / snowflake / shop / public</p>
      <div className="screen-entity">
        <p className="screen-name">
          <b>orders</b> <span>Table, Snowflake</span>
        </p>
        <p className="screen-tabs">
          <b>Schema</b>
          <span>Documentation</span>
          <span>Lineage</span>
          <span>Queries</span>
          <span>Stats</span>
        </p>
        <div className="screen-columns">
          {COLUMNS.map(([name, type, meaning]) => (
            <p key={name}>
              <b>{name}</b>
              <i>{type}</i>
              <span>{meaning}</span>
            </p>
          ))}
        </div>
        <div className="screen-facts">
          {FACTS.map(([label, value, kind]) => (
            <p key={label}>
              <span>{label}</span>
              <b className={kind === '' ? undefined : `chip ${kind}`}>{value}</b>
            </p>
          ))}
        </div>
      </div>
    </>
  );
}
