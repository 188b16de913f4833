import type { App } from '../../../app.ts';
import { CLIENT_LANGUAGES } from '../../../shared/languages.ts';
import { noticesIn } from '../../../texts/notices.ts';

const organizationTexts = (app: App) => noticesIn(app.realm.get('default_language'));

/** The topic of messages that belong to no thread, in the organization's language. */
export const mainTopic = (app: App, product: string): string =>
  organizationTexts(app).t('Imported from {product}', { product });

/** Instead of a link to a file that the archive does not contain, in the organization's language. */
export const missingFile = (app: App, name: string): string =>
  organizationTexts(app).t('{name} (file not available)', { name });

/** The texts for a missing file in all languages. */
export const missingFileTexts = (name: string): string[] =>
  CLIENT_LANGUAGES.map((language) => noticesIn(language).t('{name} (file not available)', { name }));

/** The names of the products as people know them, by the beginning of a source's name. */
export const PRODUCT_NAMES: Readonly<Record<string, string>> = {
  slack: 'Slack',
  zulip: 'Zulip',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
};
