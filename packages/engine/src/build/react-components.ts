/** Renders React components of the content to HTML during the build, so that none of their code runs in a browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'rolldown';

import type { ComponentAttributes, SiteConfig } from '#config/schema.ts';
import { writeFileAtomic } from '#content/files.ts';
import type { ComponentMap } from '#content/components/render-components.ts';

import { ENGINE_SOURCES } from './fingerprint.ts';

export interface RenderedComponents {
  components: ComponentMap;
  /** A fingerprint of the components' code. */
  fingerprint: string;
}

type Render = (name: string, properties: Readonly<Record<string, unknown>>) => string;

/**
 * Bundles the components of a configuration that are files. Returns other components unchanged.
 * @throws Error that names the file, if it cannot be bundled or does not export a component
 */
export async function renderComponents(configured: SiteConfig['components'], cacheDir: string): Promise<RenderedComponents> {
  const components: Record<string, ComponentMap[string]> = {};
  const files: Record<string, string> = {};
  for (const [name, mapping] of Object.entries(configured)) {
    if (typeof mapping === 'string') files[name] = mapping;
    else components[name] = mapping;
  }
  if (Object.keys(files).length === 0) return { components, fingerprint: '' };
  const code = await bundle(files);
  const fingerprint = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const module = join(cacheDir, 'components', `${fingerprint}.mjs`);
  writeFileAtomic(module, code);
  const { render, names } = await importBundle(module, files);
  for (const [name, file] of Object.entries(files)) {
    if (!names.includes(name)) throw new Error(`components.${name}: ${file} has no default export that is a component.`);
    components[name] = { isReact: true, render: (attributes) => render(name, propertiesOf(attributes)) };
  }
  return { components, fingerprint };
}

/** Imports the bundled components. @throws Error that names the component, if it imports a package that is not installed */
async function importBundle(
  module: string,
  files: Readonly<Record<string, string>>,
): Promise<{ render: Render; names: readonly string[] }> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(module).href)) as { render: Render; names: string[] };
  } catch (error) {
    const missing = /^Cannot find (?:package|module) '([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1];
    if (missing === undefined) throw error;
    const [name, file] = Object.entries(files).find(([, path]) => readFileSync(path, 'utf8').includes(missing)) ?? [];
    const place = name === undefined ? 'components: one of their modules' : `components.${name}: ${file}`;
    throw new Error(
      `${place} imports "${missing}", which is not installed. Install it, or map the component to HTML, such as \`${name ?? 'Name'}: { tag: 'div' }\`.`,
      { cause: error },
    );
  }
}

/** Properties with which React writes HTML that it does not escape. A component may pass all of its properties to an element. React writes no event handlers. */
const UNSAFE_PROPERTY = /^(?:dangerouslySetInnerHTML|srcDoc)$/i;

/** Converts attributes to React properties. Arrays and objects are JSON in attributes. Unsafe ones are left out, and the caller reports them. */
function propertiesOf(attributes: ComponentAttributes): Record<string, unknown> {
  return Object.fromEntries(
    // Read each attribute by name, because the caller reports attributes that were not read.
    Object.keys(attributes)
      .filter((name) => !UNSAFE_PROPERTY.test(name))
      .map((name) => [name, valueOf(attributes[name])]),
  );
}

function valueOf(value: string | true | undefined): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value, (name, inner: unknown) => (UNSAFE_PROPERTY.test(name) ? undefined : inner));
  } catch {
    return value;
  }
}

const ENTRY = '\0components';

async function bundle(files: Readonly<Record<string, string>>): Promise<string> {
  const names = Object.keys(files);
  const entry = [
    "import { createElement } from 'react';",
    "import { renderToStaticMarkup } from 'react-dom/server';",
    ...names.map((name, index) => `import * as module${index} from ${JSON.stringify(files[name])};`),
    `const components = { ${names.map((name, index) => `${JSON.stringify(name)}: module${index}.default`).join(', ')} };`,
    "export const names = Object.keys(components).filter((name) => typeof components[name] === 'function');",
    "export const render = (name, properties) => renderToStaticMarkup(createElement(components[name], properties, createElement('slot')));",
  ].join('\n');
  // Import the bundler on demand: it takes long to load, and most sites have no such components.
  const [{ rolldown }, { rawFiles, sharedPackages }] = await Promise.all([import('rolldown'), import('./bundle-rendering.ts')]);
  const made = await rolldown({
    cwd: ENGINE_SOURCES,
    input: ENTRY,
    platform: 'node',
    tsconfig: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? entry : null) },
      sharedPackages,
      rawFiles,
      withoutStyles,
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' }, target: 'node24' },
  });
  const { output } = await made.generate({ format: 'esm', codeSplitting: false });
  await made.close();
  return output[0].code;
}

/** Ignores stylesheets that components import. Their classes must be defined in the site's stylesheets. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  load: { filter: { id: /\.(?:css|scss|sass|less)$/ }, handler: () => ({ code: 'export default {};', moduleType: 'js' }) },
};
