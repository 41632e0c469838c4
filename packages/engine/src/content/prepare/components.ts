/** The closed set of components that content may use, written as tags whose attributes are literals (D10). */
export interface ComponentRule {
  /** Attribute name → what it holds. */
  attributes: Readonly<Record<string, 'text' | 'flag'>>;
  required?: readonly string[];
  /** The component it must stand in. */
  parent?: string;
}

export const COMPONENTS: Readonly<Record<string, ComponentRule>> = {
  Tabs: { attributes: { groupId: 'text', defaultValue: 'text', queryString: 'flag' } },
  TabItem: { attributes: { value: 'text', label: 'text', default: 'flag' }, required: ['value'], parent: 'Tabs' },
  FeatureAvailability: { attributes: { saasOnly: 'flag', ossOnly: 'flag' } },
};

/** The element a component is handed on as: HTML knows no capitals. */
export const elementName = (component: string): string => `x-${component.toLowerCase()}`;
