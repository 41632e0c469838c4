/** What goes into the shell's bundle and what comes of it. */
import type { SiteData } from '#model/site.ts';

import type { ShellExtensions } from './shell-modules.ts';

export interface BundleOptions {
  outDir: string;
  site: SiteData;
  extensions: ShellExtensions;
  configuredStyle: string;
}

/** Where a bundle runs: in the reader's browser, or in the build, which renders with it. */
export type BundleTarget = 'browser' | 'rendering';

/** Addresses of the shell's files, without base URL. */
export interface ShellFiles {
  loader: string;
  /** The whole look. */
  style: string;
  /** What a documentation page shows before anybody touches it. */
  criticalDocs: string;
  /** The same of any other page. */
  criticalFront: string;
  /** The font that the first paint needs. */
  font: string;
}
