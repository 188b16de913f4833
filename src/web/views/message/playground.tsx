import { ExternalLink } from '../../design/icons.ts';
import { Menu, pop } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';

/** Opens the code a button stands at where such code runs; of several such places one is chosen. */
export function openPlayground(button: Element): void {
  const block = button.closest<HTMLElement>('[data-code-language]')!;
  const code = block.querySelector('pre')?.textContent ?? '';
  const places = store.playgrounds
    .peek()
    .filter(({ pygments_language }) => pygments_language === block.dataset.codeLanguage)
    .map(({ name, url_template }) => ({
      name,
      icon: ExternalLink,
      act: () => void window.open(expanded(url_template, code), '_blank', 'noopener'),
    }));
  if (places.length === 1) places[0]!.act();
  else pop(button, <Menu label={t('Open in a playground')} items={places} />);
}

/** What stands before each kind of RFC 6570's expressions, and whether the value has its name. */
const KINDS: Record<string, [before: string, named: boolean]> = {
  '': ['', false],
  '+': ['', false],
  '#': ['#', false],
  '.': ['.', false],
  '/': ['/', false],
  ';': [';', true],
  '?': ['?', true],
  '&': ['&', true],
};

/** A template of an address with the code in it. */
export const expanded = (template: string, code: string): string =>
  template.replace(/\{([+#./;?&]?)code(?::(\d+)|\*)?\}/g, (_, kind: string, most?: string) => {
    const [before, named] = KINDS[kind]!;
    const text = most ? [...code].slice(0, Number(most)).join('') : code;
    // Which characters of addresses may stay as they are.
    const value = /[+#]/.test(kind)
      ? encodeURI(text)
      : encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `${before}${named ? 'code=' : ''}${value}`;
  });
