/** The name of a new resource in each place. */
export interface Names {
  /** `src/chat/personal/reading-lists` */
  folder: string;
  /** The path of its test. */
  test: string;
  /** `reading_list`: the table and the type of its events. */
  item: string;
  table: string;
  index: string;
  /** `/reading_lists` */
  path: string;
  /** `reading_list_id` */
  id: string;
  /** `readingLists`: its name in `App`. */
  plural: string;
  /** `readingList` */
  singular: string;
  /** `ReadingList` */
  type: string;
  /** `reading list`, for messages. */
  text: string;
  /** `reading lists` */
  texts: string;
}

/** The names of the resource `name`, a plural with hyphens, in the area `area`. */
export function listNames(name: string, area: string): Names {
  const one = name
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|ss|x)es$/, '')
    .replace(/s$/, '');
  const camel = (words: string) => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const singular = camel(one);
  const item = one.replaceAll('-', '_');
  return {
    folder: `src/chat/${area}/${name}`,
    test: `test/${area}/${name}/${name}.test.ts`,
    item,
    table: item,
    index: `${item}_user`,
    path: `/${name.replaceAll('-', '_')}`,
    id: `${item}_id`,
    plural: camel(name),
    singular,
    type: singular[0]!.toUpperCase() + singular.slice(1),
    text: one.replaceAll('-', ' '),
    texts: name.replaceAll('-', ' '),
  };
}
