import { readAsset } from '../../kernel/assets.ts';
import type { HelpPage } from './contents.ts';
import { headingId } from './render.ts';
import { type Match, type Section, searchSections } from './search-sections.ts';

/** The sections that contain all words, those with most of them in their heading first. */
export const searchHelp = (pages: readonly HelpPage[], query: string): Match[] =>
  searchSections(pages.flatMap(readSections), query);

/** The sections of a page. Its file is read again each time, because few people search. */
function readSections({ file, path, title: page }: HelpPage): Section[] {
  const ids = new Map<string, number>();
  const sections: (Section & { lines: string[] })[] = [{ page, heading: page, href: path, lines: [] }];
  let isCode = false;
  for (const line of readAsset(file).toString().split('\n')) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, level, heading] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)!.lines.push(plainText(line));
    else {
      const anchor = headingId(plainText(heading));
      const uses = ids.get(anchor) ?? 0;
      ids.set(anchor, uses + 1);
      // The page's layout shows the first heading as the title.
      if (level === '#') continue;
      const id = uses === 0 ? anchor : `${anchor}-${uses}`;
      sections.push({ page, heading: plainText(heading), href: `${path}#${id}`, lines: [] });
    }
  }
  return sections;
}

/** A line of Markdown without its marks. */
const plainText = (line: string): string =>
  line
    .replace(/\]\([^()]*\)/g, '')
    .replace(/<[^<>]*>|\*\*|[`[\]|]/g, ' ')
    .replace(/^[ >*#-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
