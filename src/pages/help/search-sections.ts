/** A part of a page, and its plain text. */
export interface Section {
  href: string;
  heading: string;
  /** The title of its page. */
  page: string;
  lines: readonly string[];
}

/** A section that contains the searched words. */
export interface Match extends Omit<Section, 'lines'> {
  /** The first line with one of the words. */
  excerpt: string;
}

/** The characters of a search that are used. */
export const LONGEST_QUERY = 100;

const MOST = 30;
const LONGEST_EXCERPT = 240;

/**
 * The sections that contain all words, those with most of them in their heading first. It runs in the server and in
 * the pages of the static site.
 */
export function searchSections(sections: readonly Section[], query: string): Match[] {
  const words = query.slice(0, LONGEST_QUERY).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const count = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return sections
    .filter(({ page, heading, lines }) => count([page, heading, ...lines].join('\n')) === words.length)
    .map((section) => ({ section, rank: 2 * count(section.heading) + count(section.page) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ section: { lines, ...section } }) => ({
      ...section,
      excerpt: (lines.find((line) => count(line) > 0) ?? lines.find((line) => line !== '') ?? '').slice(
        0,
        LONGEST_EXCERPT,
      ),
    }));
}
