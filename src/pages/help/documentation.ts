import { posix } from 'node:path';
import { readAsset } from '../../kernel/assets.ts';
import { HELP_FILES, HELP_SECTIONS, type HelpPage, type HelpSection } from './contents.ts';
import { type HelpDocument, renderHelp } from './render.ts';

/** The pages of the documentation that are readAsset, each rendered when it is first opened. */
export class Documentation {
  readonly sections: readonly HelpSection[];
  /** The pages of the navigation, in reading order. */
  readonly pages: readonly HelpPage[];
  /** These and the plain files that they link to. */
  readonly all: readonly HelpPage[];
  readonly #documents = new Map<string, HelpDocument>();

  constructor() {
    this.sections = HELP_SECTIONS.map(({ title, pages }) => ({ title, pages: pages.filter(isShipped) }));
    this.pages = this.sections.flatMap(({ pages }) => pages);
    this.all = [...this.pages, ...HELP_FILES.filter(isShipped)];
  }

  /** The page with this path, which has no slash at its end. */
  at(path: string): HelpPage | undefined {
    return this.all.find((page) => page.path === path);
  }

  render(page: HelpPage): HelpDocument {
    const known = this.#documents.get(page.path);
    if (known) return known;
    const document = renderHelp(page, (href) => this.link(page, href));
    this.#documents.set(page.path, document);
    return document;
  }

  /**
   * Where a link of a documentation file leads on this server. Returns the link itself if it is absolute or stays on the page, and
   * undefined if it leads to a file of the project that the server does not show.
   */
  link(from: HelpPage, href: string): string | undefined {
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(href)) return href;
    const [path = '', fragment] = href.split('#', 2);
    const file = posix.join(posix.dirname(from.file), path);
    const page = this.all.find((one) => one.file === file);
    return page && (fragment === undefined ? page.path : `${page.path}#${fragment}`);
  }
}

function isShipped({ file }: HelpPage): boolean {
  try {
    readAsset(file);
    return true;
  } catch {
    return false;
  }
}
