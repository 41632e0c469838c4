/** Reads the theme of a Docusaurus site: its navbar, footer, colors, announcement, and the options of code blocks and the table of contents. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { inlineHtml, listOf, localLogo, mayRead, recordOf, textOf, withoutUndefined } from './foreign-site.ts';
import type { Values } from './foreign-site.ts';
import { linkOf, shortSource } from './links.ts';
import type { DocusaurusSite } from './read-docusaurus.ts';

/** Reads the navbar, the footer, the color mode, and the announcement of the theme. */
export function readTheme({ source, theme, notes }: DocusaurusSite): Record<string, unknown> & { navbarItems: readonly Values[] } {
  const { title, logo, hideOnScroll, items } = recordOf(theme['navbar']);
  const { style, links, copyright, logo: footerLogo } = recordOf(theme['footer']);
  const { defaultMode, disableSwitch, respectPrefersColorScheme } = recordOf(theme['colorMode']);
  const bar = recordOf(theme['announcementBar']);
  const picture = recordOf(logo);
  const baseUrl = textOf(source['baseUrl']) ?? '/';
  const pixels = (size: unknown): number | undefined =>
    /^[1-9]\d*(?:px)?$/.test(String(size)) ? Number.parseInt(String(size), 10) : undefined;
  const groups = listOf(links).map(recordOf);
  const isColumns = groups.some((group) => group['items'] !== undefined);
  const footerLinks = (values: readonly unknown[]): unknown[] =>
    values.flatMap((value) => {
      const link = linkOf(recordOf(value), baseUrl);
      if (link === null)
        notes.push({ kind: 'left out', text: `an entry of the footer without a text or a target: \`${shortSource(value)}\`` });
      return link ?? [];
    });
  if (footerLogo !== undefined) notes.push({ kind: 'left out', text: 'the logo of the footer' });
  const content = textOf(bar['content']);
  // Docusaurus does not add the base URL to these links, but this engine does.
  const inline = (html: string): string =>
    inlineHtml(html).replaceAll(/ href="([^"]*)"/g, (whole, href: string) =>
      href.startsWith(baseUrl) ? ` href="/${href.slice(baseUrl.length)}"` : whole,
    );
  return {
    navbarItems: listOf(items).map(recordOf),
    navbar: withoutUndefined({
      title: textOf(title),
      hideOnScroll: hideOnScroll === true ? true : undefined,
      logo: localLogo(
        {
          alt: textOf(picture['alt']) ?? '',
          src: textOf(picture['src']),
          srcDark: picture['srcDark'],
          width: pixels(picture['width']),
          height: pixels(picture['height']),
        },
        notes,
      ),
    }),
    footer: withoutUndefined({
      style: style === 'light' ? 'light' : undefined,
      groups: isColumns
        ? groups
            .map((group) => ({ title: textOf(group['title']) ?? 'Links', items: footerLinks(listOf(group['items'])) }))
            .filter(({ items: shown }) => shown.length > 0)
        : undefined,
      row: isColumns || groups.length === 0 ? undefined : footerLinks(groups),
      copyright: textOf(copyright) === undefined ? undefined : inline(String(copyright)),
    }),
    colorMode: withoutUndefined({
      defaultMode: defaultMode === 'dark' ? 'dark' : undefined,
      disableSwitch: disableSwitch === true ? true : undefined,
      respectPrefersColorScheme: respectPrefersColorScheme === true ? true : undefined,
    }),
    announcementBar:
      content === undefined
        ? undefined
        : withoutUndefined({
            id: textOf(bar['id']),
            content: inline(content),
            ...readColors(bar),
            isCloseable: bar['isCloseable'] !== false,
          }),
  };
}

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** Returns the colors of an announcement, but only both or none, because one with the other's default may be unreadable. */
function readColors({ backgroundColor, textColor }: Values): Values {
  const areHex = HEX.test(String(backgroundColor)) && HEX.test(String(textColor));
  return areHex ? { backgroundColor, textColor } : {};
}

/** Removes the comments of a stylesheet. A pattern would search the end of each comment that has none in the whole rest. */
export function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    const end = css.indexOf('*/', start + 2);
    if (end < 0) break;
    parts.push(css.slice(at, start));
    at = end + 2;
  }
  return [...parts, css.slice(at)].join('');
}

/** Reads the primary color of the light mode from the custom stylesheets. Their other rules do not apply to the markup of this engine. */
export function readPrimaryColor({ dir, preset, notes }: DocusaurusSite): string | undefined {
  const files = [recordOf(preset['theme'])['customCss']].flat().filter((file): file is string => typeof file === 'string');
  const styles = files
    .map((file) => (isAbsolute(file) ? file : join(dir, file)))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => mayRead(dir, file, 'the stylesheet', notes));
  const rules = styles.flatMap((file) => [...withoutComments(readFileSync(file, 'utf8')).matchAll(/(?<![^{}])([^{}]*)\{([^{}]*)\}/g)]);
  const values = rules
    .filter(([, selector = '']) => !selector.includes('dark'))
    .map(([, , body = '']) => /--ifm-color-primary:([^;]+)/.exec(body)?.[1]?.trim())
    .map((written) => written?.replace(/(.)!important$/s, '$1').trimEnd());
  const value = values.findLast((found) => found !== undefined);
  const color = hexColor(value ?? '');
  if (color !== undefined) notes.push({ kind: 'kept', text: `the primary color ${color}` });
  else if (value !== undefined)
    notes.push({ kind: 'decide', text: `the primary color is \`${value}\`: write it as a hexadecimal color into \`primaryColor\`` });
  if (files.length > 0) notes.push({ kind: 'left out', text: 'custom stylesheets, except for the primary color' });
  return color;
}

/** Reads the heading levels of the table of contents; undefined: the default. */
export function readContents({ theme }: DocusaurusSite): Values | undefined {
  const { minHeadingLevel, maxHeadingLevel } = recordOf(theme['tableOfContents']);
  const levels = withoutUndefined({ minHeadingLevel, maxHeadingLevel });
  return Object.keys(levels).length === 0 ? undefined : levels;
}

/** Reads the comments that highlight lines in code blocks, except for those that the engine knows. */
export function readMagicComments({ theme, notes }: DocusaurusSite): Values | undefined {
  const magicComments = listOf(recordOf(theme['prism'])['magicComments']).flatMap((one) => {
    const { line, block } = recordOf(one);
    const { start, end } = recordOf(block);
    const isPair = textOf(start) !== undefined && textOf(end) !== undefined;
    const read = withoutUndefined({ line: textOf(line), block: isPair ? { start: textOf(start), end: textOf(end) } : undefined });
    return Object.keys(read).length === 0 || read['line'] === 'highlight-next-line' ? [] : [read];
  });
  if (magicComments.length === 0) return undefined;
  notes.push({ kind: 'kept', text: '`prism.magicComments`, all of which highlight lines in the same way' });
  return { magicComments };
}

/** Returns a color of CSS as six hexadecimal digits; undefined if it is neither hexadecimal, nor `rgb()`, nor `hsl()`, or if it is translucent. */
export function hexColor(value: string): string | undefined {
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value)) return value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [, name, numbers = ''] = /^(rgb|hsl)a?\(([\d.%,\s]{5,60}|[\d.]{1,10}deg[\d.%,\s]{3,60})\)$/i.exec(value) ?? [];
  const parts = numbers.split(/[\s,]+/).filter(Boolean);
  const [first = NaN, second = NaN, third = NaN] = parts.map((part) => Number.parseFloat(part));
  if (name === undefined || parts.length !== 3) return undefined;
  const hex = (share: number): string =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0');
  if (name.toLowerCase() === 'rgb')
    return `#${[first, second, third].map((part, index) => hex(part / (parts[index]?.endsWith('%') === true ? 100 : 255))).join('')}`;
  const [saturation, lightness] = [second / 100, third / 100];
  const channel = (offset: number): string => {
    const turn = (offset + first / 30) % 12;
    return hex(lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return `#${[0, 8, 4].map(channel).join('')}`;
}
