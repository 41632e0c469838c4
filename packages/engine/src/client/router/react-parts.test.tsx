// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot, createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CrashBoundary } from './crash-boundary.tsx';
import { useHydrated } from './use-hydrated.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Flag() {
  return <p>{useHydrated() ? 'browser' : 'server'}</p>;
}

test('R-215 the flag is false in the HTML and true after the first mount, without a mismatch', async () => {
  const onRecoverableError = vi.fn();
  document.body.innerHTML = renderToString(<Flag />);
  expect(document.body.textContent).toBe('server');
  await act(async () => void hydrateRoot(document.body, <Flag />, { onRecoverableError }));
  expect(document.body.textContent).toBe('browser');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('R-205 a crash is shown, Try again and another page clear it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  function Page() {
    if (broken) throw new Error('no such node');
    return <p>fine</p>;
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (path: string) =>
    act(async () =>
      root.render(
        <CrashBoundary path={path}>
          <Page />
        </CrashBoundary>,
      ),
    );
  await show('/a');
  expect(container.textContent).toContain('This page crashed.');
  expect(container.textContent).toContain('no such node');
  broken = false;
  await act(async () => container.querySelector('button')?.click());
  expect(container.textContent).toBe('fine');
  broken = true;
  await show('/a');
  broken = false;
  await show('/b');
  expect(container.textContent).toBe('fine');
});
