import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { closePopover } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Skeleton } from '../../design/primitives.tsx';
import { errorText, loadErrorTranslations } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { readingDirection } from '../../keyboard/shortcuts.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import css from './gif-picker.css';
import { type PickerSearch, useSearchField } from './picker-search.ts';

addStyle(css);

type Gif = Reply<'GET /gifs'>['gifs'][number];

const COLUMNS = 2;
/** Milliseconds without typing before a search. */
const PAUSE = 300;
/** The maximum number of GIFs. Nobody looks further; they search with other words. */
const MOST = 240;

/**
 * Picks a GIF by searching. The focus stays in the search field: arrow keys move through the GIFs, Enter picks. The
 * server searches and delivers the images, so that the provider does not see who searches.
 */
export function GifPicker({ pick }: { pick: (gif: Gif) => void }) {
  const query = useSignal('');
  const at = useSignal(-1);
  const list = useRef<HTMLDivElement>(null);
  const { gifs, error, isLoading, loadMore } = useGifs(query.value);
  const active = Math.min(query.value.trim() && at.value < 0 ? 0 : at.value, gifs.length - 1);
  const take = (gif: Gif | undefined) => {
    if (!gif) return;
    closePopover();
    pick(gif);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter') {
      event.preventDefault();
      return take(gifs[Math.max(0, active)]);
    }
    const sideways = active >= 0 && (query.value === '' || at.value >= 0) ? readingDirection(key) : 0;
    const step = { ArrowDown: active < 0 ? 1 : COLUMNS, ArrowUp: -COLUMNS }[key] ?? sideways;
    if (!step) return;
    event.preventDefault();
    at.value = Math.max(-1, Math.min(gifs.length - 1, active + step));
    requestAnimationFrame(() => list.current?.querySelector(`#gif-${at.peek()}`)?.scrollIntoView({ block: 'nearest' }));
  };
  useEffect(() => {
    if (active >= gifs.length - COLUMNS) loadMore();
  }, [active]);
  return (
    <div class="gif-picker">
      <GifSearch
        query={query.value}
        active={active}
        isOpen={gifs.length > 0}
        onKeyDown={onKeyDown}
        onInput={(text) => {
          query.value = text;
          at.value = -1;
          list.current?.scrollTo(0, 0);
        }}
      />
      {gifs.length > 0 ? (
        <GifGrid
          list={list}
          gifs={gifs}
          active={active}
          take={take}
          point={(index) => (at.value = index)}
          loadMore={loadMore}
        />
      ) : isLoading ? (
        <Skeleton rows={4} label={t('Loading…')} />
      ) : (
        <p class="gif-note" role="status">
          {error || t('No GIFs found')}
        </p>
      )}
      <Attribution />
    </div>
  );
}

/** Both providers want to be named where their GIFs are searched. */
const Attribution = () => (
  <p class="gif-attribution">
    {store.realm.value.server_gif_provider === 'giphy' ? 'Powered by GIPHY' : 'Powered by Tenor'}
  </p>
);

/** The GIFs for these words, page by page. */
function useGifs(query: string) {
  const found = useSignal<{ gifs: readonly Gif[]; next: string }>({ gifs: [], next: '' });
  const error = useSignal('');
  const isLoading = useSignal(true);
  const current = useRef(0);
  const load = async (position: string) => {
    const search = current.current;
    isLoading.value = true;
    try {
      const page = await request('GET /gifs', { query: query.trim(), ...(position && { position }) });
      if (search !== current.current) return;
      const before = position ? found.peek().gifs : [];
      found.value = { gifs: [...before, ...page.gifs].slice(0, MOST), next: page.next };
      error.value = '';
    } catch (cause) {
      await loadErrorTranslations();
      if (search !== current.current) return;
      found.value = { gifs: position ? found.peek().gifs : [], next: '' };
      error.value = errorText(cause);
    }
    isLoading.value = false;
  };
  useEffect(() => {
    current.current++;
    isLoading.value = true;
    const timer = setTimeout(() => void load(''), query === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [query.trim()]);
  const loadMore = () => {
    const { gifs, next } = found.peek();
    if (!isLoading.peek() && next && gifs.length < MOST) void load(next);
  };
  return { ...found.value, error: error.value, isLoading: isLoading.value, loadMore };
}

function GifSearch({ query, active, isOpen, onInput, onKeyDown }: PickerSearch & { isOpen: boolean }) {
  const field = useSearchField();
  return (
    <input
      ref={field}
      type="text"
      role="combobox"
      maxLength={100}
      aria-label={t('Find a GIF')}
      placeholder={t('Find a GIF')}
      aria-controls={isOpen ? 'gif-grid' : undefined}
      aria-expanded={isOpen}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? `gif-${active}` : undefined}
      value={query}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface GifGridProps {
  list: RefObject<HTMLDivElement | null>;
  gifs: readonly Gif[];
  active: number;
  take: (gif: Gif) => void;
  point: (index: number) => void;
  loadMore: () => void;
}

function GifGrid({ list, gifs, active, take, point, loadMore }: GifGridProps) {
  const { web_animate_image_previews: motion } = store.settings.value;
  return (
    <div
      ref={list}
      id="gif-grid"
      class="gif-grid"
      role="listbox"
      aria-label={t('GIFs')}
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + 2 * clientHeight > scrollHeight) loadMore();
      }}
    >
      {gifs.map((gif, index) => (
        <button
          type="button"
          key={`${index} ${gif.url}`}
          role="option"
          id={`gif-${index}`}
          tabIndex={-1}
          aria-selected={index === active}
          aria-label={gif.title || t('GIF')}
          onClick={() => take(gif)}
          onPointerMove={() => point(index)}
        >
          <img
            src={motion === 'always' || (motion === 'on_hover' && index === active) ? gif.preview_url : gif.still_url}
            alt=""
            loading="lazy"
          />
        </button>
      ))}
    </div>
  );
}
