import { readAsset } from '../../kernel/assets.ts';
import { type HelpPage, LONGEST_QUERY } from './contents.ts';
import { headingId } from './render.ts';

/** A section of the documentation that contains the searched words. */
export interface HelpMatch {
  href: string;
  heading: string;
  /** The title of its page. */
  page: string;
  /** The first line with one of the words. */
  excerpt: string;
}

interface Section {
  page: HelpPage;
  heading: string;
  id: string;
  lines: string[];
}

const MOST = 30;
const LONGEST_EXCERPT = 240;

/** The sections that contain all words, those with most of them in their heading first. */
export function searchHelp(pages: readonly HelpPage[], query: string): HelpMatch[] {
  const words = query.slice(0, LONGEST_QUERY).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const count = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return pages
    .flatMap(sectionsIn)
    .filter(({ page, heading, lines }) => count([page.title, heading, ...lines].join('\n')) === words.length)
    .map((section) => ({ section, rank: 2 * count(section.heading) + count(section.page.title) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ section: { page, heading, id, lines } }) => ({
      href: id === '' ? page.path : `${page.path}#${id}`,
      heading,
      page: page.title,
      excerpt: plainText(lines.find((line) => count(line) > 0) ?? lines.find((line) => line !== '') ?? ''),
    }));
}

/** The sections of a page. Its file is read again each time, because few people search. */
function sectionsIn(page: HelpPage): Section[] {
  const ids = new Map<string, number>();
  const sections: Section[] = [{ page, heading: page.title, id: '', lines: [] }];
  let isCode = false;
  for (const line of readAsset(page.file).toString().split('\n')) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, level, heading] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)!.lines.push(line);
    else {
      const anchor = headingId(plainText(heading));
      const uses = ids.get(anchor) ?? 0;
      ids.set(anchor, uses + 1);
      // The page's layout shows the first heading as the title.
      if (level !== '#')
        sections.push({ page, heading: plainText(heading), id: uses === 0 ? anchor : `${anchor}-${uses}`, lines: [] });
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
    .trim()
    .slice(0, LONGEST_EXCERPT);
