import { Tokenizer, TokenizerMode } from 'parse5';
import type { Preview } from './types.ts';

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 500;
/** Elements whose content is always text. */
const TEXT_WITHIN: Record<string, Tokenizer['state']> = {
  ...{ title: TokenizerMode.RCDATA, textarea: TokenizerMode.RCDATA, script: TokenizerMode.SCRIPT_DATA },
  ...{
    style: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
  },
};
/** The elements allowed in a head; anything else begins the body. */
const OF_HEAD = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'script', 'style', 'noscript', 'template']);

type Metadata = Record<string, string | undefined>;

/**
 * The preview of a page at this address, from the metadata in its head: Open Graph, otherwise plain HTML. undefined: it
 * names no image.
 */
export function makePreview(metadata: Metadata, address: string): Preview | undefined {
  const image = imageAt(
    metadata['og:image:secure_url'] ?? metadata['og:image'] ?? metadata['og:image:url'] ?? metadata['twitter:image'],
    address,
  );
  if (!image) return undefined;
  return {
    title: plain(metadata['og:title'] ?? metadata['twitter:title'] ?? metadata.title, LONGEST_TITLE),
    description: plain(
      metadata['og:description'] ?? metadata.description ?? metadata['twitter:description'],
      LONGEST_DESCRIPTION,
    ),
    image,
  };
}

/**
 * Parses a page piece by piece up to the end of its head. `said` is its metadata by name, the first of each, and its
 * `title`.
 */
export function headReader(): {
  readonly metadata: Metadata /** Whether there may be more metadata. */;
  read(piece: string): boolean;
} {
  const metadata: Metadata = Object.create(null);
  let title: string | undefined;
  let done = false;
  const text = ({ chars }: { chars: string }) => {
    if (title !== undefined && metadata.title === undefined) title += chars;
  };
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        tokenizer.state = TEXT_WITHIN[tagName] ?? tokenizer.state;
        if (tagName === 'title') title ??= '';
        else if (!OF_HEAD.has(tagName)) done = true;
        if (tagName !== 'meta' || done) return;
        const of = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
        const name = (of('property') ?? of('name'))?.toLowerCase();
        if (name) metadata[name] ??= of('content');
      },
      onEndTag({ tagName }) {
        if (tagName === 'title') metadata.title ??= title;
        if (tagName === 'head') done = true;
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      ...{ onNullCharacter: nothing, onComment: nothing, onDoctype: nothing, onEof: nothing },
    },
  );
  return {
    metadata,
    read(piece) {
      tokenizer.write(piece, false);
      return !done;
    },
  };
}

/** One line, without invisible characters and direction overrides. */
function plain(text: string | undefined, longest: number): string {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

function imageAt(input: string | undefined, address: string): string | undefined {
  const url = input ? URL.parse(input, address) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && url.href.length <= 2000
    ? url.href
    : undefined;
}
