import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { CircleAlert, ExternalLink, Pencil, Quote as QuoteIcon, X } from '../../design/icons.ts';
import { closePopover, openPopover, Panel, toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Menu } from '../../design/menu.tsx';
import { File, Link, Type, Volume2 } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { elements, type MessageField } from '../../store/local/elements.ts';
import type { Chips, FileLink, Quote } from '../../store/local/message-parts.ts';
import { dismissUpload, type Upload, uploads, uploadsFor } from '../../store/local/uploads.ts';
import { store } from '../../store/store.ts';
import { formatBytes } from '../../text/numbers.ts';
import { fetchSize } from '../message/file-sizes.ts';
import css from './chips.css';
import { changeChips, getChips } from './field-text.ts';
import { makeExcerpt } from './message-parts.ts';
import { insertBlock } from './text-field.ts';

addStyle(css);

/** Removes a chip, and offers to bring it back. */
function remove(id: MessageField, notice: string, without: (chips: Chips) => Chips): void {
  const before = getChips(id);
  changeChips(id, without);
  elements[id].current!.focus();
  toast(notice, false, () => changeChips(id, () => before));
}

/** The quotations that the message in a field begins with. */
export function QuoteChips({ field: id }: { field: MessageField }) {
  return (
    <ul class="chips chips-quotes" aria-label={t('Quotes')}>
      {getChips(id).quotes.map((quote, at) => {
        const removeChip = (chips: Chips): Chips => ({ ...chips, quotes: chips.quotes.filter((one) => one !== quote) });
        const drop = () => remove(id, t('The quote was removed.'), removeChip);
        return (
          <Chip
            key={at}
            icon={QuoteIcon}
            name={quote.author}
            remove={drop}
            open={(anchor) => openQuote(anchor, id, quote)}
          >
            <span class="chip-note" dir="auto">
              {makeExcerpt(quote)}
            </span>
          </Chip>
        );
      })}
    </ul>
  );
}

/** Shows a quotation as a whole. */
function openQuote(anchor: Element, id: MessageField, quote: Quote): void {
  const removeChip = (chips: Chips): Chips => ({ ...chips, quotes: chips.quotes.filter((one) => one !== quote) });
  const edit = () => {
    closePopover();
    changeChips(id, removeChip);
    const field = elements[id].current!;
    field.focus();
    field.setSelectionRange(0, 0);
    insertBlock(field, quote.markdown.trim());
  };
  openPopover(
    anchor,
    <Panel label={t('Quote from {name}', { name: quote.author })}>
      <div class="quote-panel">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long quote is scrolled by keyboard. */}
        <blockquote dir="auto" tabIndex={0}>
          {quote.text}
        </blockquote>
        <div class="quote-actions">
          <a class="button" href={quote.href} onClick={closePopover}>
            <Icon of={Link} size={16} />
            {t('Go to message')}
          </a>
          <Button icon={Pencil} onClick={edit}>
            {t('Edit as text')}
          </Button>
        </div>
      </div>
    </Panel>,
    'top-start',
  );
}

/** The files that the message in a field ends with, and those that are being uploaded for it. */
export function FileChips({ field: id, draft }: { field: MessageField; draft: string }) {
  return (
    <ul class="chips" aria-label={t('Files')}>
      {getChips(id).files.map((file) => (
        <FileChip key={file.href} field={id} file={file} />
      ))}
      {uploadsFor(uploads.value, id, draft).map((upload) => (
        <UploadChip key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function FileChip({ field: id, file }: { field: MessageField; file: FileLink }) {
  const size = useSignal(0);
  useEffect(() => void fetchSize(file.href).then((bytes) => (size.value = bytes)), []);
  const removeChip = (chips: Chips): Chips => ({ ...chips, files: chips.files.filter((one) => one !== file) });
  const moveIntoText = () => {
    changeChips(id, removeChip);
    insertBlock(elements[id].current!, file.markdown);
  };
  const items = [
    { name: t('Open'), icon: ExternalLink, act: () => void open(file.href, '_blank', 'noopener') },
    { name: t('Move into the text'), icon: Type, act: moveIntoText },
  ];
  return (
    <Chip
      icon={file.markdown.startsWith('!') ? Volume2 : File}
      picture={findThumbnail(file.href)}
      name={file.name}
      remove={() => remove(id, t('{name} was removed.', { name: file.name }), removeChip)}
      open={(anchor) => openPopover(anchor, <Menu label={file.name} items={items} />, 'top-start')}
    >
      {size.value > 0 && <span class="chip-note">{formatBytes(size.value)}</span>}
    </Chip>
  );
}

/** A file that is being uploaded, or why that failed. */
const UploadChip = ({ upload: { id, name, size, done, reason, cancel } }: { upload: Upload }) => (
  <li class={reason ? 'chip chip-failed' : 'chip'}>
    <span class="chip-body">
      <Icon of={reason ? CircleAlert : File} size={16} />
      <span class="chip-name" dir="auto">
        {name}
      </span>
      {reason ? (
        <span role="alert">{reason}</span>
      ) : (
        <>
          <span class="chip-note">{formatBytes(size)}</span>
          <progress max={1} value={done} aria-label={t('Uploading {name}…', { name })}>
            {Math.round(done * 100)}
          </progress>
        </>
      )}
    </span>
    <Button
      kind="quiet"
      icon={X}
      label={reason ? t('Close') : t('Cancel {name}', { name })}
      onClick={() => (reason ? dismissUpload(id) : cancel())}
    />
  </li>
);

function Picture({ icon, url }: { icon: IconNode; url: string | undefined }) {
  const isBroken = useSignal(false);
  if (!url || isBroken.value) return <Icon of={icon} size={16} />;
  return <img class="chip-picture" src={url} alt="" onError={() => (isBroken.value = true)} />;
}

/** The address of the smallest picture of an uploaded image; undefined for other files. */
function findThumbnail(href: string): string | undefined {
  if (!/^\/user_uploads\/.*\.(?:png|jpe?g|gif|webp|avif)$/i.test(href)) return undefined;
  const format = store.realm.peek().server_thumbnail_formats.find(({ animated }) => !animated);
  return format && `${href.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format.name}`;
}

interface ChipProps {
  icon: IconNode;
  /** Shown instead of the icon, unless it cannot be loaded. */
  picture?: string | undefined;
  name: string;
  open: (anchor: Element) => void;
  remove: () => void;
  children?: ComponentChildren;
}

const Chip = ({ icon, picture, name, open, remove, children }: ChipProps) => (
  <li class="chip">
    <button type="button" class="chip-body" aria-haspopup="true" onClick={(event) => open(event.currentTarget)}>
      <Picture icon={icon} url={picture} />
      <span class="chip-name" dir="auto">
        {name}
      </span>
      {children}
    </button>
    <Button kind="quiet" icon={X} label={t('Remove {name}', { name })} onClick={remove} />
  </li>
);
