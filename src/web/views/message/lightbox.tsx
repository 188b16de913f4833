import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ChevronRight, Globe, X } from '../../design/icons.ts';
import { restoreFocus } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { ChevronLeft, Download, ZoomIn, ZoomOut } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { shortcutKey } from '../../keyboard/layout.ts';
import { readingDirection } from '../../keyboard/shortcuts.ts';
import { closeOnBack } from '../../routing/router.ts';
import { dialog, topLayer } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import css from './message.css';

addStyle(css);

/** An image or video in a message. */
interface Medium {
  /** The URL of the file. */
  href: string;
  /** The URL of a version that browsers can display. */
  source: string;
  name: string;
  from: string;
  isVideo: boolean;
}

const SHOWN = '.message_inline_image:not(.youtube-video) a';

function getMedium(link: HTMLAnchorElement): Medium {
  const image = link.querySelector('img');
  const video = link.querySelector('video');
  const href = link.getAttribute('href') ?? '';
  const elsewhere = !href.startsWith('/') && image;
  const { transcodedImage } = image?.dataset ?? {};
  const source = elsewhere
    ? image.src
    : transcodedImage
      ? `${href.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${transcodedImage}`
      : href;
  const row = link.closest<HTMLElement>('article');
  return {
    href,
    source: video?.src ?? source,
    name: link.title || decodeURIComponent(href.split(/[?#]/)[0]!.split('/').at(-1) ?? ''),
    from: link.dataset.sender ?? store.messages.peek().all.get(Number(row?.dataset.id))?.sender_full_name ?? '',
    isVideo: video !== null,
  };
}

/** Opens an image; all other images on screen are before and after it. `next`: the dialog that follows it. */
export function openLightbox(link: HTMLAnchorElement, next?: ComponentChildren): void {
  const links = [...link.closest('.feed, .gallery, main, dialog')!.querySelectorAll<HTMLAnchorElement>(SHOWN)];
  dialog.value = <Lightbox media={links.map(getMedium)} first={Math.max(0, links.indexOf(link))} next={next} />;
}

/** Opens the first image of a message, for the keyboard shortcut. */
export function openFirst(row: HTMLElement): boolean {
  const link = row.querySelector<HTMLAnchorElement>(SHOWN);
  if (link) openLightbox(link);
  return link !== null;
}

const STEPS = [1, 1.5, 2, 3, 5];

interface LightboxProps {
  media: readonly Medium[];
  first: number;
  next: ComponentChildren;
}

function Lightbox({ media, first, next }: LightboxProps) {
  const element = useRef<HTMLDialogElement>(null);
  const at = useSignal(first);
  const zoom = useSignal(0);
  useEffect(() => {
    const before = document.activeElement;
    const box = element.current!;
    box.showModal();
    const leaveHistory = closeOnBack(() => box.close());
    return () => {
      leaveHistory();
      restoreFocus(box, before);
    };
  }, []);
  const close = () => {
    if (element.current) dialog.value = next;
  };
  const go = (by: number) => {
    at.value = (at.value + by + media.length) % media.length;
    zoom.value = 0;
  };
  const scale = (by: number) => {
    zoom.value = Math.max(0, Math.min(STEPS.length - 1, zoom.value + by));
  };
  const medium = media[at.value]!;
  return (
    <dialog
      ref={element}
      class="lightbox"
      aria-label={medium.name || t('Image')}
      onClose={close}
      onKeyDown={(event) => {
        const step = readingDirection(event.key);
        // When zoomed in, the arrow keys scroll.
        if (step && !medium.isVideo && zoom.value === 0) go(step);
        const key = shortcutKey(event);
        if (key === '+' || key === '=') scale(1);
        if (key === '-') scale(-1);
        if (key === 'v') close();
      }}
    >
      <LightboxHeader medium={medium} zoom={zoom.value} scale={scale} close={close} />
      <Stage medium={medium} zoom={zoom} scale={scale} close={close} />
      {topLayer.value}
      {media.length > 1 && (
        <footer>
          <Button kind="quiet" icon={ChevronLeft} label={t('Previous image')} onClick={() => go(-1)} />
          <p role="status">{t('{n} of {all}', { n: at.value + 1, all: media.length })}</p>
          <Button kind="quiet" icon={ChevronRight} label={t('Next image')} onClick={() => go(1)} />
        </footer>
      )}
    </dialog>
  );
}

interface LightboxParts {
  medium: Medium;
  /** Zooms by a number of steps. */
  scale: (by: number) => void;
  close: () => void;
}

function LightboxHeader({ medium, zoom, scale, close }: LightboxParts & { zoom: number }) {
  return (
    <header>
      <p>
        <strong>{medium.name}</strong>
        {medium.from && <span>{medium.from}</span>}
      </p>
      {!medium.isVideo && (
        <>
          <Button kind="quiet" icon={ZoomOut} label={t('Smaller')} disabled={zoom === 0} onClick={() => scale(-1)} />
          <Button
            kind="quiet"
            icon={ZoomIn}
            label={t('Larger')}
            disabled={zoom === STEPS.length - 1}
            onClick={() => scale(1)}
          />
        </>
      )}
      <a
        class="button button-quiet button-icon"
        href={medium.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('Open')}
        data-tip={t('Open')}
      >
        <Icon of={Globe} />
      </a>
      {medium.href.startsWith('/user_uploads/') && (
        <a
          class="button button-quiet button-icon"
          href={medium.href.replace('/user_uploads/', '/user_uploads/download/')}
          download
          aria-label={t('Download')}
          data-tip={t('Download')}
        >
          <Icon of={Download} />
        </a>
      )}
      <Button kind="quiet" icon={X} label={t('Close')} onClick={close} />
    </header>
  );
}

/** The image or video itself. A click beside it closes the lightbox. */
function Stage({ medium, zoom, scale, close }: LightboxParts & { zoom: Signal<number> }) {
  return (
    <div
      class={zoom.value > 0 ? 'lightbox-stage zoomed' : 'lightbox-stage'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a zoomed image.
      tabIndex={0}
      autofocus={!medium.isVideo}
      role="group"
      aria-label={t('Image')}
      style={{ '--zoom': STEPS[zoom.value] }}
      onClick={(event) => event.target === event.currentTarget && close()}
      onWheel={(event) => {
        if (event.ctrlKey) scale(event.deltaY < 0 ? 1 : -1);
      }}
    >
      {medium.isVideo ? (
        // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions.
        <video key={medium.source} src={medium.source} aria-label={medium.name} controls autoplay autofocus />
      ) : (
        <img
          key={medium.source}
          src={medium.source}
          alt={medium.name}
          onDblClick={() => (zoom.value = zoom.value > 0 ? 0 : 2)}
        />
      )}
    </div>
  );
}
