import type { DesignToken } from './design-token.ts';

/** Every token with its value in both modes and a sample that takes it by name: what is seen is what the style sheet holds. */
export function TokensShown({ tokens }: { tokens: readonly DesignToken[] }) {
  const groups = Map.groupBy(tokens, ({ group }) => group);
  return (
    <>
      <h2 id="tokens">Tokens</h2>
      {[...groups].map(([group, members]) => (
        <section key={group} style={{ marginBlock: 'var(--space-6)' }}>
          <h3>{group}</h3>
          <div className="table" role="group" aria-label={group} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>Token</th>
                  <th>Light</th>
                  <th>Dark</th>
                  <th>Sample</th>
                </tr>
              </thead>
              <tbody>
                {members.map((token) => (
                  <TokenRow key={token.name} token={token} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );
}

function TokenRow({ token: { name, light, dark } }: { token: DesignToken }) {
  return (
    <tr>
      <td>
        <code>{`--${name}`}</code>
      </td>
      <td>{light}</td>
      <td>{dark ?? 'the same'}</td>
      <td>
        <Sample name={name} value={light} />
      </td>
    </tr>
  );
}

const BOX = { display: 'block', blockSize: '2rem', inlineSize: '6rem' } as const;
const FRAMED = { ...BOX, border: '1px solid var(--border-strong)' } as const;

/** What a token does, by what its name and its value say of it. */
function Sample({ name, value }: { name: string; value: string }) {
  const own = `var(--${name})`;
  if (/^(#|rgb)/.test(value)) return <span style={{ ...FRAMED, background: own }} />;
  if (name.startsWith('font-')) return <span style={{ fontFamily: own }}>Where does this table come from? 0123</span>;
  if (name.startsWith('size-')) return <span style={{ fontSize: own, lineHeight: 1.2 }}>Catalogue</span>;
  if (name.startsWith('leading')) return <span style={{ ...BOX, blockSize: 'auto', lineHeight: own }}>Two lines of text</span>;
  if (name.startsWith('radius-')) return <span style={{ ...FRAMED, borderRadius: own }} />;
  if (name.startsWith('shadow-') || name === 'focus') return <span style={{ ...BOX, boxShadow: own, background: 'var(--surface)' }} />;
  if (value.endsWith('rem')) return <span style={{ ...BOX, inlineSize: own, maxInlineSize: '100%', background: 'var(--brand)' }} />;
  return <span>{value}</span>;
}
