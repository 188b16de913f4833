import type { ComponentChildren, RefObject } from 'preact';
import { t } from '../../i18n/text.ts';
import { selected } from '../../store/local/selection.ts';
import { store } from '../../store/store.ts';
import { openReactionPicker } from '../message/actions.tsx';

interface FeedLogProps {
  scroller: RefObject<HTMLDivElement | null>;
  spectator: boolean;
  children: ComponentChildren;
}

/** The scrolling box of the messages. A focused message is selected; a double click or a long press reacts. */
export const FeedLog = ({ scroller, spectator, children }: FeedLogProps) => (
  <div
    ref={scroller}
    class="feed"
    role="log"
    aria-live="off"
    aria-label={t('Messages')}
    onFocusIn={(event) => {
      const id = Number((event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id);
      if (id) selected.value = id;
    }}
    onClick={({ target }) => {
      // Not every phone focuses what is tapped, but the message's actions appear with the focus.
      if (
        !(target as Element).closest('a, button, input, label, summary, [role=button], .message-edit') &&
        getSelection()?.isCollapsed
      )
        (target as Element).closest<HTMLElement>('[data-id]')?.focus({ preventScroll: true });
    }}
    onDblClick={async (event) => {
      const { selectsWord } = await import('../message/selected-text.ts');
      if (!spectator && !selectsWord(event)) reactTo(event);
    }}
    onContextMenu={(event) => {
      if (spectator || (event as unknown as PointerEvent).pointerType !== 'touch') return;
      if (reactTo(event)) event.preventDefault();
    }}
  >
    {children}
  </div>
);

/** What has its own reaction to a double click or a long press. */
const OWN_CLICKS = 'a, button, input, textarea, label, summary, img, [role=button], .message-edit, .widget';

/** Opens the reaction picker of the message under the pointer. Returns whether there is one. */
function reactTo({ target }: MouseEvent): boolean {
  const row = (target as Element).closest<HTMLElement>('[data-id]');
  const message = store.messages.peek().all.get(Number(row?.dataset.id));
  if (!message || (target as Element).closest(OWN_CLICKS)) return false;
  openReactionPicker(message);
  return true;
}
