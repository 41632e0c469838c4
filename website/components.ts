/** Components that pages of this site may use. */

type Attributes = Readonly<Record<string, string | true>>;

const isIn = ({ saasOnly, ossOnly }: Attributes) => ({ selfHosted: saasOnly === undefined, managed: ossOnly === undefined });

function edition(label: string, isAvailable: boolean): string {
  const [name, state] = isAvailable ? ['available', 'available'] : ['unavailable', 'not available'];
  return `<li class="${name}">${label}<span class="visually-hidden">: ${state}</span></li>`;
}

export const components = {
  /** Which editions have a feature: `<FeatureAvailability/>`, `saasOnly`, `ossOnly`. */
  FeatureAvailability: {
    render(attributes: Attributes): string {
      const { selfHosted, managed } = isIn(attributes);
      const editions = edition('Self-hosted DataHub', selfHosted) + edition('Managed DataHub', managed);
      return `<div class="feature-availability"><p class="feature-availability-title">Feature availability</p><ul>${editions}</ul></div>`;
    },
    markdown(attributes: Attributes): string {
      const { selfHosted, managed } = isIn(attributes);
      if (!selfHosted) return '*Available in Managed DataHub only.*';
      if (!managed) return '*Available in self-hosted DataHub only.*';
      return '*Available in self-hosted and Managed DataHub.*';
    },
  },
};
