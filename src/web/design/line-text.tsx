import type { ComponentChildren } from 'preact';

interface LineTextProps {
  name: ComponentChildren;
  href?: string;
  /** Shown after the name: tags. */
  tags?: ComponentChildren;
  note?: ComponentChildren;
}

/** The text of a line of a list: a name, which may be a link, and a note below it. */
export const LineText = ({ name, href, tags, note }: LineTextProps) => (
  <span class="line-body">
    {href ? (
      <a class="line-name" href={href} dir="auto">
        {name}
      </a>
    ) : tags ? (
      <span class="line-name">
        <span dir="auto">{name}</span>
        {tags}
      </span>
    ) : (
      <span class="line-name" dir="auto">
        {name}
      </span>
    )}
    {note && (
      <span class="line-note" dir="auto">
        {note}
      </span>
    )}
  </span>
);
