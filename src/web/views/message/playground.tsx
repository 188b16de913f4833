import { ExternalLink } from '../../design/icons.ts';
import { openPopover } from '../../design/layers.tsx';
import { Menu } from '../../design/menu.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';

/** Opens a code block in its language's playground, or offers a choice of several. */
export function openPlayground(button: Element): void {
  const block = button.closest<HTMLElement>('[data-code-language]')!;
  const code = block.querySelector('pre')?.textContent ?? '';
  const places = store.playgrounds
    .peek()
    .filter(({ pygments_language }) => pygments_language === block.dataset.codeLanguage)
    .map(({ name, url_template }) => ({
      name,
      icon: ExternalLink,
      act: () => void window.open(expandTemplate(url_template, code), '_blank', 'noopener'),
    }));
  if (places.length === 1) places[0]!.act();
  else openPopover(button, <Menu label={t('Open in playground')} items={places} />);
}

/** For each kind of RFC 6570 expression: its prefix, and whether the value gets its name. */
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

/** Expands a URL template with the code. */
const expandTemplate = (template: string, code: string): string =>
  template.replace(/\{([+#./;?&]?)code(?::(\d+)|\*)?\}/g, (_, kind: string, most?: string) => {
    const [before, named] = KINDS[kind]!;
    const text = most ? [...code].slice(0, Number(most)).join('') : code;
    // Which URL characters stay unescaped.
    const value = /[+#]/.test(kind)
      ? encodeURI(text)
      : encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `${before}${named ? 'code=' : ''}${value}`;
  });
