import { posix } from 'node:path';
import { readAsset } from '../../kernel/assets.ts';
import { HELP_FILES, HELP_SECTIONS, type HelpPage, type HelpSection } from './contents.ts';
import { type HelpDocument, renderHelp } from './render.ts';

/** The pages of the documentation whose files exist, each rendered when it is first opened. */
export class Documentation {
  readonly sections: readonly HelpSection[];
  /** The pages of the navigation, in reading order. */
  readonly pages: readonly HelpPage[];
  /** These pages, and the plain files to which they link. */
  readonly all: readonly HelpPage[];
  readonly #documents = new Map<string, HelpDocument>();

  constructor(sections: readonly HelpSection[] = HELP_SECTIONS, files: readonly HelpPage[] = HELP_FILES) {
    this.sections = sections.map(({ title, pages }) => ({ title, pages: pages.filter(hasFile) }));
    this.pages = this.sections.flatMap(({ pages }) => pages);
    this.all = [...this.pages, ...files.filter(hasFile)];
  }

  /** The page with this path, which has no trailing slash. */
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
   * The target of a documentation file's link on this server. Returns the link itself if it is absolute or stays on the
   * page, and undefined if it leads to a file that the server does not show.
   */
  link(from: HelpPage, href: string): string | undefined {
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(href)) return href;
    const [path = '', fragment] = href.split('#', 2);
    const file = posix.join(posix.dirname(from.file), path);
    const page = this.all.find((one) => one.file === file);
    return page && (fragment === undefined ? page.path : `${page.path}#${fragment}`);
  }
}

function hasFile({ file }: HelpPage): boolean {
  try {
    readAsset(file);
    return true;
  } catch {
    return false;
  }
}
