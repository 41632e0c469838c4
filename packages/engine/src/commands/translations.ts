import { relative, resolve } from 'node:path';

import { missingTranslations, type MissingTranslations } from '#build/doc-sets.ts';
import { openSites } from '#build/site.ts';
import { loadConfig } from '#config/load.ts';

import type { Command } from './command.ts';

export const translationsCommand: Command = {
  summary: 'Lists what each locale does not translate: words of the interface, and pages of each version.',
  usage: '[--config FILE] [--json]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    json: { type: 'boolean', description: 'print the lists as JSON' },
  },
  async run(values) {
    const config = await loadConfig(resolve(String(values['config'] ?? 'site.config.ts')));
    const sites = await openSites({ config, cacheDir: '', drafts: false, fresh: true });
    const missing = sites.map(missingTranslations).filter((one) => one !== null);
    process.stdout.write(values['json'] === true ? `${JSON.stringify(missing, null, 1)}\n` : report(missing));
    return 0;
  },
};

/** Words can be copied into the locale's file as they are printed. */
export function report(missing: readonly MissingTranslations[]): string {
  if (missing.length === 0) return 'The site has one language: there is nothing to translate.\n';
  const locales = Map.groupBy(missing, ({ locale }) => locale);
  const parts = [...locales].map(([locale, sets]) => {
    const [{ interfaceFile, words, of }] = sets as [MissingTranslations];
    const file = relative(process.cwd(), interfaceFile);
    const lines = words.map((word) => `  ${JSON.stringify(word)}:\n`);
    const pages = sets.map(({ version, pages: names, of: all }) => {
      const listed = names.map((name) => `  ${name}\n`).join('');
      return `${locale}, version ${version}: ${names.length} of ${all.pages} pages are not translated\n${listed}`;
    });
    return `${file}: ${words.length} of ${of.words} words are not translated\n${lines.join('')}${pages.join('')}`;
  });
  return parts.join('\n');
}
