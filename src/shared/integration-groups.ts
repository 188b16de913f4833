/** The groups of the catalogue of integrations, and the categories in each. All others are in the last one. */
const CATEGORIES = {
  own: ['custom'],
  monitoring: ['monitoring'],
  development: ['version-control', 'continuous-integration', 'deployment'],
  planning: ['project-management', 'productivity'],
  communication: ['communication', 'customer-support', 'marketing'],
  home: ['home', 'entertainment'],
  business: ['financial', 'hr'],
  other: [],
} satisfies Readonly<Record<string, readonly string[]>>;

export type IntegrationGroup = keyof typeof CATEGORIES;

export const INTEGRATION_GROUPS = Object.keys(CATEGORIES) as readonly IntegrationGroup[];

export const groupOfCategory = (category: string): IntegrationGroup =>
  INTEGRATION_GROUPS.find((group) => (CATEGORIES[group] as readonly string[]).includes(category)) ?? 'other';
