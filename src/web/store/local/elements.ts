import { createRef } from 'preact';

/**
 * Elements that another view focuses or reads. The view that renders one passes its entry as `ref`; no view finds
 * another one's elements by an ID or a selector.
 */
export const elements = {
  main: createRef<HTMLElement>(),
  /** The scrolling box of a view without messages. */
  view: createRef<HTMLDivElement>(),
  /** The page that is open beside a list of pages. */
  pageBody: createRef<HTMLDivElement>(),
  /** The scrolling box of the messages. */
  feed: createRef<HTMLDivElement>(),
  sidebar: createRef<HTMLDivElement>(),
  sidebarFilter: createRef<HTMLInputElement>(),
  userMenu: createRef<HTMLButtonElement>(),
  panel: createRef<HTMLElement>(),
  panelToggle: createRef<HTMLButtonElement>(),
  compose: createRef<HTMLElement>(),
  recipients: createRef<HTMLDivElement>(),
  /** The popover of a narrow screen that opened last. */
  sheet: createRef<HTMLDialogElement>(),
  'compose-text': createRef<HTMLTextAreaElement>(),
  'edit-text': createRef<HTMLTextAreaElement>(),
};

/** The fields for messages, by their IDs: that of the compose box, and that of a message that is edited. */
export type MessageField = 'compose-text' | 'edit-text';
