import type { PageShell } from '#model/page.ts';

/** The page to show; `body` is absent when the document already holds it (see page-body.tsx). */
export type ShownPage = PageShell & { body?: string };
