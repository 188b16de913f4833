import type { App } from '../../../app.ts';
import { type ClientLanguage, clientLanguage } from '../../../shared/languages.ts';

/** What an import writes itself, in the languages of the web client. */
interface ImportTexts {
  /** The topic of messages that belong to no thread. */
  mainTopic(product: string): string;
  /** Instead of a link to a file that the archive does not contain. */
  missingFile(name: string): string;
}

const TEXTS: Readonly<Record<ClientLanguage, ImportTexts>> = {
  en: {
    mainTopic: (product) => `Imported from ${product}`,
    missingFile: (name) => `${name} (file not available)`,
  },
  ar: {
    mainTopic: (product) => `مستورد من ${product}`,
    missingFile: (name) => `${name} (الملف غير متاح)`,
  },
  de: {
    mainTopic: (product) => `Aus ${product} importiert`,
    missingFile: (name) => `${name} (Datei nicht verfügbar)`,
  },
  es: {
    mainTopic: (product) => `Importado de ${product}`,
    missingFile: (name) => `${name} (archivo no disponible)`,
  },
  fr: {
    mainTopic: (product) => `Importé depuis ${product}`,
    missingFile: (name) => `${name} (fichier non disponible)`,
  },
  it: {
    mainTopic: (product) => `Importato da ${product}`,
    missingFile: (name) => `${name} (file non disponibile)`,
  },
  ja: {
    mainTopic: (product) => `${product}からインポート`,
    missingFile: (name) => `${name}（ファイルを利用できません）`,
  },
  nl: {
    mainTopic: (product) => `Geïmporteerd uit ${product}`,
    missingFile: (name) => `${name} (bestand niet beschikbaar)`,
  },
  'pt-br': {
    mainTopic: (product) => `Importado do ${product}`,
    missingFile: (name) => `${name} (arquivo não disponível)`,
  },
  he: {
    mainTopic: (product) => `יובא מ-${product}`,
    missingFile: (name) => `${name} (הקובץ לא זמין)`,
  },
  pl: {
    mainTopic: (product) => `Zaimportowano z ${product}`,
    missingFile: (name) => `${name} (plik niedostępny)`,
  },
  ru: {
    mainTopic: (product) => `Импортировано из ${product}`,
    missingFile: (name) => `${name} (файл недоступен)`,
  },
  'zh-hans': {
    mainTopic: (product) => `从 ${product} 导入`,
    missingFile: (name) => `${name}（文件不可用）`,
  },
};

/** The texts in the organization's language. */
export function textsFor(app: App): ImportTexts {
  return TEXTS[clientLanguage(app.realm.get('default_language')) ?? 'en'];
}

/** The texts for a missing file in all languages. */
export const missingFileTexts = (name: string): string[] =>
  Object.values(TEXTS).map(({ missingFile }) => missingFile(name));

/** The names of the products as people know them, by the beginning of a source's name. */
export const PRODUCT_NAMES: Readonly<Record<string, string>> = {
  slack: 'Slack',
  zulip: 'Zulip',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
};
