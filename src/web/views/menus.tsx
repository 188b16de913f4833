import { Ellipsis } from '../design/icons.ts';
import { Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { channelLabel, channelName, topicName } from '../text/names.ts';
import { withSelected } from './feed/selection.ts';

// Menus of channels, topics, the user and the organization, cards of users and groups, and the status dialog. They load
// on demand.

export const openUserMenu = (anchor: Element): void =>
  void import('./user-menu.tsx').then((menu) => menu.openUserMenu(anchor));

export const openOrganizationMenu = (anchor: Element): void =>
  void import('./organization-menu.tsx').then((menu) => menu.openOrganizationMenu(anchor));

export const statusDialog = (): Promise<void> => import('./people/status.tsx').then(({ openStatus }) => openStatus());

export const openChannelMenu = (anchor: Element, channel: number): void =>
  void import('./channels/menus.tsx').then((menus) => menus.openChannelMenu(anchor, channel));

export const startTopic = (channel: number): void =>
  void import('./channels/menus.tsx').then((menus) => menus.startTopic(channel));

export const openTopicMenu = (anchor: Element, channel: number, topic: string): void =>
  void import('./channels/menus.tsx').then((menus) => menus.openTopicMenu(anchor, channel, topic));

const openPerson = (anchor: Element, id: number): void =>
  void import('./people/card.tsx').then((card) => card.openPerson(anchor, id));
const openGroup = (anchor: Element, id: number): void =>
  void import('./people/card.tsx').then((card) => card.openGroup(anchor, id));

/** The button that opens the menu of a channel or topic. */
export function MenuButton({ channel, topic, class: name = '' }: { channel: number; topic?: string; class?: string }) {
  const label =
    topic === undefined
      ? t('Actions for {channel}', { channel: channelLabel(channelName(channel)) })
      : t('Actions for topic {topic}', { topic: topicName(topic) });
  return (
    <Button
      kind="quiet"
      class={name}
      icon={Ellipsis}
      label={label}
      aria-haspopup="menu"
      onClick={(event) =>
        topic === undefined
          ? openChannelMenu(event.currentTarget, channel)
          : openTopicMenu(event.currentTarget, channel, topic)
      }
    />
  );
}

/**
 * The menu button at the end of a sidebar row, for pointers. Keyboard and touch use `rowMenu`. The style sheet draws
 * its dots, because there are many.
 */
export const RowMenuButton = ({ channel, topic }: { channel: number; topic?: string }) => (
  <button
    type="button"
    class="row-menu"
    tabIndex={-1}
    aria-hidden="true"
    onClick={(event) =>
      topic === undefined
        ? openChannelMenu(event.currentTarget, channel)
        : openTopicMenu(event.currentTarget, channel, topic)
    }
  />
);

/** The button of a channel's row that starts a topic, for pointers. The channel's menu has it for everybody else. */
export const NewTopicButton = ({ channel }: { channel: number }) => (
  <button
    type="button"
    class="row-menu row-new"
    tabIndex={-1}
    aria-hidden="true"
    data-tip={t('New topic')}
    onClick={() => startTopic(channel)}
  />
);

/** For a row whose menu opens with the menu key, Shift+F10, or a long press. */
export const rowMenu = (open: (anchor: Element) => void) => ({
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    open(event.target as Element);
  },
  onContextMenu(event: MouseEvent) {
    if ((event as PointerEvent).pointerType !== 'touch') return;
    event.preventDefault();
    event.stopPropagation();
    open(event.currentTarget as Element);
  },
});

const PERSON = '[data-person]';
const MENTION = '.user-mention[data-user-id], .user-group-mention[data-user-group-id]';

/** Opens a user's card when an avatar, a name or a mention is clicked anywhere on the page. */
export function openCardsOnClick(): void {
  const open = (event: Event): void => {
    const target = (event.target as Element).closest<HTMLElement>(`${PERSON}, ${MENTION}`);
    if (!target) return;
    const { person, userId, userGroupId } = target.dataset;
    const id = Number(person ?? userId);
    if (id > 0) openPerson(target, id);
    else if (Number(userGroupId) > 0) openGroup(target, Number(userGroupId));
    else return;
    event.preventDefault();
  };
  addEventListener('click', open);
  addEventListener('keydown', (event) => {
    if ((event.key === 'Enter' || event.key === ' ') && (event.target as Element).matches?.(MENTION)) open(event);
  });
}

/** Makes mentions focusable and operable by keyboard. */
export function makeMentionsFocusable(content: DocumentFragment): void {
  for (const mention of content.querySelectorAll<HTMLElement>(MENTION)) {
    if (mention.dataset.userId === '*') continue;
    mention.tabIndex = 0;
    mention.role = 'button';
    mention.ariaHasPopup = 'dialog';
  }
}

/** `u` opens the sender's card. */
export const personalKeys = {
  card: withSelected((message, row) => openPerson(row.querySelector(PERSON) ?? row, message.sender_id)),
};
