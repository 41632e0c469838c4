/** Components that pages of this site may use. */
import { escapeHtml } from '@quire/engine';

import { SCREENS } from './screens/screens.ts';

type Attributes = Readonly<Record<string, string | true>>;

/** Returns the editions that have a feature. */
const editionsOf = ({ saasOnly, ossOnly }: Attributes) => ({ selfHosted: saasOnly === undefined, managed: ossOnly === undefined });

/** Returns a sentence that names the only edition with a feature; '' if both have it. */
function onlyEdition(attributes: Attributes): string {
  const { selfHosted, managed } = editionsOf(attributes);
  if (selfHosted && managed) return '';
  return selfHosted ? 'Available in self-hosted DataHub only.' : 'Available in Managed DataHub only.';
}

/** Renders an edition, and whether it has the feature. */
function edition(label: string, isAvailable: boolean): string {
  const [name, state] = isAvailable ? ['available', 'available'] : ['unavailable', 'not available'];
  return `<li class="${name}">${label}<span class="visually-hidden">: ${state}</span></li>`;
}

/** Returns the HTML and the alternative text of a screen. @throws if the screen is unknown or has no alternative text */
function readScreen({ name, alt }: Attributes): { html: string; alt: string } {
  const html = typeof name === 'string' && Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  if (html === undefined) throw new Error(`There is no screen "${String(name)}". Known: ${Object.keys(SCREENS).join(', ')}.`);
  if (typeof alt !== 'string')
    throw new Error(`The screen "${String(name)}" has no alt. Add one that describes the screen to readers who cannot see it.`);
  return { html, alt };
}

export const components = {
  /** The mark of a connected system, on the page of its source. */
  SourceMark: 'pages/parts/connector-mark.tsx',
  /** A drawn screen of the product: `<Screen name="domains" alt="…"/>`. */
  Screen: {
    render(attributes: Attributes): string {
      const { html, alt } = readScreen(attributes);
      return `<figure class="screen" role="img" aria-label="${escapeHtml(alt)}">${html}</figure>`;
    },
    markdown(attributes: Attributes): string {
      return `*Screen: ${readScreen(attributes).alt}*`;
    },
  },
  /** A list of the editions that have a feature: `<FeatureAvailability/>` with `saasOnly` or `ossOnly`. */
  FeatureAvailability: {
    render(attributes: Attributes): string {
      const { selfHosted, managed } = editionsOf(attributes);
      const editions = edition('Self-hosted DataHub', selfHosted) + edition('Managed DataHub', managed);
      return `<div class="feature-availability"><p class="feature-availability-title">Feature availability</p><ul>${editions}</ul></div>`;
    },
    markdown: (attributes: Attributes): string => `*${onlyEdition(attributes) || 'Available in self-hosted and Managed DataHub.'}*`,
    pageNote: onlyEdition,
  },
};
