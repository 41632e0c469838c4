import { ConnectorMark } from './connector-mark.tsx';

/** The mark of a system at the top of its page in the docs. */
export default function SourceMark({ name, mark }: { name: string; mark?: string }) {
  return <ConnectorMark name={name} slug={mark} />;
}
