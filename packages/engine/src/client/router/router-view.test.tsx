// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { CrashBoundary } from './router-view.tsx';

test('R-205 a crash is shown until a retry or another page', async () => {
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
