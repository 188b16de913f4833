import { signal } from '@preact/signals';
import type { Conversation } from './conversation.ts';

// What this page shows and what its user is doing, besides the data of the server.

/** The recipient that the user selected instead of the current conversation. */
export const selectedRecipient = signal<Conversation | undefined>(undefined);
/** Whether the user is choosing recipients. */
export const choosingRecipient = signal<'topic' | 'direct' | undefined>(undefined);

/** The ID of the message that is being edited. */
export const editing = signal<number | undefined>(undefined);
/** The message that is being edited from the compose box, which then gets the focus back. */
export const editedFromBox = signal<number | undefined>(undefined);

/** The text in the filter field above the sidebar. */
export const filterText = signal('');
/** The applied filter, one frame later, so that typing does not wait for the rows. */
export const filter = signal('');

/** Whether the right sidebar is shown; it is hidden at first. */
export const panelShown = signal(false);
/** Requests the focus for the filter field of the right sidebar, which may not be rendered yet. */
export const isFilterFocusRequested = signal(false);

/** Whether to offer notifications now: a message just notified the user, who did not see it elsewhere. */
export const isOfferShown = signal(false);
/** Whether the server has a newer build of the client. */
export const isUpdateAvailable = signal(false);
