/** Lines of a recipe: indentation, key, value. */
const RECIPE = [
  [0, 'source', ''],
  [1, 'type', 'mysql'],
  [1, 'config', ''],
  [2, 'host_port', 'orders-db:3306'],
  [2, 'username', '${MYSQL_USER}'],
  [2, 'password', '${MYSQL_PASSWORD}'],
  [0, 'sink', ''],
  [1, 'type', 'datahub-rest'],
  [1, 'config', ''],
  [2, 'server', 'http://localhost:8080'],
] as const;

const REPORT = [
  ['Tables', '128'],
  ['Views', '4'],
  ['Failures', '0'],
] as const;

/** A drawing of a recipe, the command that runs it, and the report of the run. */
export function IngestionScreen() {
  return (
    <>
      <p className="screen-bar">recipe.yml</p>
      <pre className="screen-code">
        {RECIPE.map(([depth, key, value], index) => (
          <span key={index}>
            {'  '.repeat(depth)}
            <b>{key}</b>:{value !== '' && <i> {value}</i>}
            {'\n'}
          </span>
        ))}
      </pre>
      <div className="screen-run">
        <p className="screen-command">datahub ingest -c recipe.yml</p>
        <p className="screen-figures">
          {REPORT.map(([label, count]) => (
            <span key={label}>
              <b>{count}</b> {label}
            </span>
          ))}
          <span className="screen-done">Succeeded</span>
        </p>
      </div>
    </>
  );
}
