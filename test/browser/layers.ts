import type { Page } from 'playwright-core';
import { eventually, waitForRender } from './client.ts';

/** What a user does to open a layer: clicks a button, a link or a menu item with this name, or something else. */
export type Step = string | ((page: Page) => Promise<unknown>);

/** A dialog, menu or other box above the page. */
export interface Layer {
  /** Where it is declared, in `src/web/views`. */
  in: string;
  /** The address of the page. */
  at: string;
  /** What opens it from there. */
  by: readonly Step[];
  /** The name that screen readers announce. */
  is: string;
  /** The focus stays in the field, below which it lists suggestions. */
  keepsFocus?: true;
  /** What opened it is gone, or cannot have the focus. */
  losesFocus?: true;
}

/** The address of a conversation, in which the messages are. */
const LUNCH = '#narrow/channel/CHANNEL/topic/lunch';

const KITCHEN = '#narrow/channel/CHANNEL';

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const type = (text: string) => (page: Page) => page.keyboard.type(text);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** Chooses from the menu that is open, or is about to open. */
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true }).click();
/** Waits for a field of the dialog, because the one before has the same title. */
const field = (label: string) => (page: Page) => page.getByRole('dialog').getByLabel(label).waitFor();
const fill = (label: string, text: string) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
/** Clicks one of several buttons with the same name: that of the setting with this label. */
const inRow = (label: string, name: string) => (page: Page) =>
  page.locator('.setting', { hasText: label }).getByRole('button', { name, exact: true }).first().click();
const choose = (name: string, option: string) => (page: Page) =>
  page.getByRole('combobox', { name, exact: true }).selectOption(option);
/** Opens the menu of the message with this text. */
const messageMenu = (text: string) => async (page: Page) => {
  const message = page.locator('article[data-id]', { hasText: text }).first();
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
};
/** Lets the next request be rejected because the last sign-in was long ago. */
const withOldSignIn = (page: Page) =>
  page.route(
    /\/json\/users\/me\/(api_key|authenticator\/secret)$/,
    (route) =>
      route.fulfill({
        status: 403,
        json: { result: 'error', msg: 'Sign in again', code: 'REAUTHENTICATION_REQUIRED' },
      }),
    { times: 1 },
  );
/** A picture of one point. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const CHIP = '.compose button.chip-body';
const write = (text: string) => async (page: Page) => {
  const box = page.locator('#compose-text');
  await box.fill('');
  await waitForRender(page);
  await box.pressSequentially(text);
};
const attach = (name: string) => (page: Page) =>
  page
    .locator('.compose input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Leeks') });
/** Leaves the emoji with this word in the picker. All two thousand are checked in that of the compose box. */
const findEmoji = (word: string) => async (page: Page) => {
  const options = page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
  await options.first().waitFor();
  await page.getByRole('combobox', { name: 'Find an emoji' }).fill(word);
  await eventually(async () => (await options.count()) < 100, true, 'few emoji are left');
};

const openGifs = async (page: Page) => {
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  return item('GIFs')(page);
};

/** The layers of the administration. */
export const ADMINISTRATION: readonly Layer[] = [
  { in: 'administration/person-menu.tsx', is: 'Max', at: '#organization/users', by: ['Change Max'] },
  {
    in: 'administration/person-dialogs.tsx',
    is: 'Edit Max',
    at: '#organization/users',
    by: ['Change Max', item('Edit name and profile')],
  },
  {
    in: 'administration/person-dialogs.tsx',
    is: 'E-mail address of Max',
    at: '#organization/users',
    by: ['Change Max', item('Change e-mail address')],
  },
  {
    in: 'administration/person-dialogs.tsx',
    is: 'Role of Max',
    at: '#organization/users',
    by: ['Change Max', item('Change role')],
  },
  {
    in: 'administration/person-dialogs.tsx',
    is: 'Deactivate Max?',
    at: '#organization/users',
    by: ['Change Max', item('Deactivate')],
  },
  { in: 'administration/person-dialogs.tsx', is: 'Create account', at: '#organization/users', by: ['Create account'] },
  {
    in: 'administration/erase-person.tsx',
    is: 'Erase the personal data of Max?',
    at: '#organization/users',
    by: ['Change Max', item('Erase personal data')],
  },
  {
    in: 'administration/invite-to-account.tsx',
    is: 'Invite Stub',
    at: '#organization/users',
    by: ['Change Stub', item('Invite')],
  },
  {
    in: 'administration/person-menu.tsx',
    is: 'Reactivate Gus?',
    at: '#organization/users/deactivated',
    by: ['Actions for Gus', item('Reactivate')],
  },
  { in: 'administration/invite.tsx', is: 'Invite people', at: '#organization/invitations', by: ['Invite people'] },
  {
    in: 'administration/invite.tsx',
    is: '1 person was invited',
    at: '#organization/invitations',
    by: ['Invite people', 'By e-mail', fill('E-mail addresses', 'nina@example.com'), 'Invite 1 person'],
  },
  {
    in: 'administration/invitation-link.tsx',
    is: 'Invitation link',
    at: '#organization/invitations',
    by: ['Show QR code'],
  },
  {
    in: 'administration/invitations.tsx',
    is: 'Revoke this link?',
    at: '#organization/invitations',
    by: ['Revoke link'],
  },
  {
    in: 'administration/invitations.tsx',
    is: 'Revoke invitation for nina@example.com?',
    at: '#organization/invitations',
    by: [click('[aria-label^="Revoke invitation for"]')],
  },
  { in: 'administration/bots.tsx', is: 'Alarm', at: '#organization/bots', by: ['Actions for Alarm'] },
  {
    in: 'administration/bot-form.tsx',
    is: 'Edit Alarm',
    at: '#organization/bots',
    by: ['Actions for Alarm', item('Edit')],
  },
  {
    in: 'administration/bot-key.tsx',
    is: 'Key of Alarm',
    at: '#organization/bots',
    by: ['Actions for Alarm', item('Show API key')],
  },
  {
    in: 'administration/outgoing-webhook.tsx',
    is: 'Webhook of Answerer',
    at: '#organization/bots',
    by: ['Actions for Answerer', item('Show webhook')],
  },
  {
    in: 'administration/slash-commands.tsx',
    is: 'Add slash command',
    at: '#organization/bots',
    by: ['Actions for Answerer', item('Show webhook'), 'Add slash command'],
  },
  {
    in: 'administration/slash-commands.tsx',
    is: 'Remove /weather?',
    at: '#organization/bots',
    by: ['Actions for Answerer', item('Show webhook'), 'Remove'],
  },
  {
    in: 'administration/webhook-address.tsx',
    is: 'Create webhook URL',
    at: '#organization/bots',
    by: ['Actions for Alarm', item('Create webhook URL')],
  },
  {
    in: 'administration/bot-actions.tsx',
    is: 'Deactivate Alarm?',
    at: '#organization/bots',
    by: ['Actions for Alarm', item('Deactivate')],
  },
  {
    in: 'administration/bot-actions.tsx',
    is: 'Reactivate Clock?',
    at: '#organization/bots',
    by: ['Deactivated', 'Actions for Clock', item('Reactivate')],
  },
  {
    in: 'integrations/feeds.tsx',
    is: 'Remove https://feeds.invalid/a?',
    at: '#organization/integrations/feeds',
    by: ['Remove'],
  },
  {
    in: 'integrations/addresses.tsx',
    is: 'Revoke this address?',
    at: '#organization/integrations/json',
    by: ['Revoke'],
  },
  {
    in: 'integrations/template.tsx',
    is: 'Delete this template?',
    at: '#organization/integrations/custom_1',
    by: ['Delete'],
  },
  { in: 'administration/bot-form.tsx', is: 'Create bot', at: '#organization/bots', by: ['Create bot'] },
  {
    in: 'administration/announcement-form.tsx',
    is: 'E-mail to members',
    at: '#organization/announcements',
    by: ['New e-mail'],
  },
  {
    in: 'administration/announcement-form.tsx',
    is: 'Send this e-mail?',
    at: '#organization/announcements',
    by: ['New e-mail', fill('Subject', 'Maintenance'), fill('Text', 'At noon'), 'Review'],
  },
  {
    in: 'administration/default-channels.tsx',
    is: 'Create channel group',
    at: '#organization/default-channels-list',
    by: ['Create group'],
  },
  {
    in: 'administration/list-section.tsx',
    is: 'Remove Bread?',
    at: '#organization/default-channels-list',
    by: ['Remove Bread'],
  },
  { in: 'administration/emoji.tsx', is: 'Add emoji', at: '#organization/emoji-settings', by: ['Add emoji'] },
  {
    in: 'administration/emoji.tsx',
    is: 'Deactivate leek?',
    at: '#organization/emoji-settings',
    by: ['Deactivate leek'],
  },
  {
    in: 'administration/exports.tsx',
    is: 'Start export',
    at: '#organization/data-exports-admin',
    by: ['Start export'],
  },
  {
    in: 'administration/exports.tsx',
    is: 'Delete this export?',
    at: '#organization/data-exports-admin',
    by: [click('[aria-label^="Delete export"]')],
  },
  {
    in: 'settings/days.tsx',
    is: 'Delete messages older than 30 days?',
    at: '#organization/data-exports-admin',
    by: [choose('Message retention', '30')],
  },
  { in: 'administration/folders.tsx', is: 'Create folder', at: '#organization/channel-folders', by: ['Create folder'] },
  { in: 'administration/joining.tsx', is: 'Add domain', at: '#organization/auth-methods', by: ['Add domain'] },
  {
    in: 'administration/sign-out-everyone.tsx',
    is: 'Sign out everyone?',
    at: '#organization/auth-methods',
    by: ['Sign out everyone…'],
  },
  {
    in: 'administration/linkifiers.tsx',
    is: 'Add automatic link',
    at: '#organization/linkifier-settings',
    by: ['Add automatic link'],
  },
  {
    in: 'administration/playgrounds.tsx',
    is: 'Add playground',
    at: '#organization/playground-settings',
    by: ['Add playground'],
  },
  {
    in: 'administration/profile-field-form.tsx',
    is: 'Add field',
    at: '#organization/profile-field-settings',
    by: ['Add field'],
  },
  {
    in: 'administration/profile-field-form.tsx',
    is: 'Add field',
    at: '#organization/profile-field-settings',
    by: ['Add field', choose('Type', 'List of options')],
  },
  {
    in: 'administration/picture-row.tsx',
    is: 'Remove Icon?',
    at: '#organization/organization-profile',
    by: ['Remove Icon'],
  },
  {
    in: 'administration/server.tsx',
    is: 'Deactivate Klatch?',
    at: '#organization/server',
    by: ['Deactivate organization'],
  },
  {
    in: 'administration/import.tsx',
    is: 'Import this archive?',
    at: '#organization/import',
    by: [click('.import-buttons .button-primary')],
  },
  { in: 'administration/groups.tsx', is: 'Create group', at: '#groups', by: ['Create group'] },
  { in: 'administration/group.tsx', is: 'Deactivate ⁨الطباخون⁩?', at: '#groups/GROUP', by: ['Deactivate'] },
];

/** The layers of a user's settings, of channels, and of profiles. */
export const SETTINGS: readonly Layer[] = [
  { in: 'settings/profile.tsx', is: 'Remove your profile picture?', at: '#settings/profile', by: ['Remove'] },
  {
    in: 'settings/profile.tsx',
    is: 'New profile picture',
    at: '#settings/profile',
    by: [
      (page) =>
        page.locator('.paged-body input[type=file]').first().setInputFiles({
          name: 'face.png',
          mimeType: 'image/png',
          buffer: PIXEL,
        }),
    ],
    losesFocus: true,
  },
  {
    in: 'settings/account.tsx',
    is: 'Change your e-mail address',
    at: '#settings/account-and-privacy',
    by: [inRow('E-mail address', 'Change…')],
  },
  {
    in: 'settings/account.tsx',
    is: 'Change your password',
    at: '#settings/account-and-privacy',
    by: [inRow('Password', 'Change…')],
  },
  { in: 'settings/account.tsx', is: 'Your API key', at: '#settings/account-and-privacy', by: ['Show…'] },
  {
    in: 'settings/account.tsx',
    is: 'Show your API key',
    at: '#settings/account-and-privacy',
    by: [withOldSignIn, 'Show…'],
  },
  {
    in: 'settings/account.tsx',
    is: 'Deactivate your account?',
    at: '#settings/account-and-privacy',
    by: ['Deactivate…'],
  },
  {
    in: 'settings/data-export.tsx',
    is: 'Delete this export?',
    at: '#settings/account-and-privacy',
    by: ['Delete the export'],
  },
  { in: 'settings/security.tsx', is: 'Remove the authenticator app?', at: '#settings/security', by: ['Remove…'] },
  {
    in: 'settings/security.tsx',
    is: 'Create new recovery codes?',
    at: '#settings/security',
    by: ['Create new codes…'],
  },
  {
    in: 'settings/recovery-codes.tsx',
    is: 'Save your recovery codes',
    at: '#settings/security',
    by: ['Create new codes…', 'Create new codes'],
  },
  { in: 'settings/authenticator.tsx', is: 'Set up an authenticator app', at: '#settings/security', by: ['Replace…'] },
  {
    in: 'settings/reauthenticate.tsx',
    is: 'Confirm that it’s you',
    at: '#settings/security',
    by: [withOldSignIn, 'Replace…'],
  },
  { in: 'settings/ntfy.tsx', is: 'Add ntfy address', at: '#settings/notifications', by: ['Add ntfy address…'] },
  {
    in: 'settings/ntfy.tsx',
    is: 'Subscribe on your phone',
    at: '#settings/notifications',
    by: ['Show QR code of ntfy.example/mia'],
  },
  { in: 'settings/ntfy.tsx', is: 'Edit ntfy address', at: '#settings/notifications', by: ['Edit ntfy.example/mia'] },
  {
    in: 'settings/ntfy.tsx',
    is: 'Remove ntfy.example/mia?',
    at: '#settings/notifications',
    by: ['Remove ntfy.example/mia'],
  },
  { in: 'settings/passkeys.tsx', is: 'Add a passkey', at: '#settings/security', by: ['Add a passkey…'] },
  { in: 'settings/passkeys.tsx', is: 'Rename the passkey', at: '#settings/security', by: ['Rename Laptop'] },
  { in: 'settings/passkeys.tsx', is: 'Remove Laptop?', at: '#settings/security', by: ['Remove Laptop'] },
  { in: 'settings/linked-accounts.tsx', is: 'Unlink Company?', at: '#settings/security', by: ['Unlink Company'] },
  { in: 'settings/linked-accounts.tsx', is: 'Link your LDAP account', at: '#settings/security', by: ['Link LDAP…'] },
  {
    in: 'settings/sessions.tsx',
    is: 'Sign out everywhere else?',
    at: '#settings/security',
    by: ['Sign out everywhere else'],
  },
  {
    in: 'settings/uploaded-files.tsx',
    is: 'Delete recipe.txt?',
    at: '#settings/uploaded-files',
    by: ['Delete recipe.txt'],
  },
  { in: 'search/save-search.tsx', is: 'Remove Soups?', at: '#settings/preferences', by: ['Remove Soups'] },
  { in: 'user-menu.tsx', is: 'Do not disturb', at: '#settings/notifications', by: ['Pause notifications'] },
  {
    in: 'channels/browser.tsx',
    is: 'Leave #reports?',
    at: '#channels',
    by: [click('button:has-text("Leave #reports")')],
  },
  {
    in: 'channels/general.tsx',
    is: 'Change privacy of #kitchen',
    at: '#channels/CHANNEL/kitchen/general',
    by: ['Change…'],
  },
  {
    in: 'channels/email.tsx',
    is: 'Replace the addresses of #kitchen?',
    at: '#channels/CHANNEL/kitchen/general',
    by: ['Replace…'],
  },
  { in: 'channels/general.tsx', is: 'Archive #kitchen?', at: '#channels/CHANNEL/kitchen/general', by: ['Archive…'] },
  {
    in: 'channels/merge.tsx',
    is: 'Merge #kitchen into another channel',
    at: '#channels/CHANNEL/kitchen/general',
    by: ['Merge…'],
  },
  {
    in: 'channels/subscribers.tsx',
    is: 'Remove Max from #kitchen?',
    at: '#channels/CHANNEL/kitchen/subscribers',
    by: ['Remove Max'],
  },
  { in: 'people/common-channels.tsx', is: 'Remove Max from #kitchen?', at: '#user/MAX', by: ['Remove from #kitchen'] },
];

/** The layers of conversations: messages, people, the box for writing, and searches. */
export const CONVERSATIONS: readonly Layer[] = [
  { in: 'message/menu.tsx', is: 'Message actions', at: LUNCH, by: [messageMenu('Stew')] },
  {
    in: 'message/actions.tsx',
    is: 'Add reaction',
    at: LUNCH,
    by: [messageMenu('Stew'), item('Add reaction'), findEmoji('potato')],
  },
  { in: 'message/dialogs.tsx', is: 'Message history', at: LUNCH, by: [messageMenu('Stew'), item('View history')] },
  { in: 'message/dialogs.tsx', is: 'Delete this message?', at: LUNCH, by: [messageMenu('Stew'), item('Delete')] },
  { in: 'message/dialogs.tsx', is: 'Report this message', at: LUNCH, by: [messageMenu('Stew'), item('Report')] },
  { in: 'message/dialogs.tsx', is: 'Remind me about this', at: LUNCH, by: [messageMenu('Stew'), item('Remind me')] },
  {
    in: 'compose/time-dialog.tsx',
    is: 'Remind me about this',
    at: LUNCH,
    by: [messageMenu('Stew'), item('Remind me'), 'Custom time…', field('In words')],
  },
  { in: 'message/move.tsx', is: 'Move messages', at: LUNCH, by: [messageMenu('Stew'), item('Move')] },
  { in: 'message/receipts.tsx', is: 'Reactions', at: LUNCH, by: [messageMenu('Stew'), item('View reactions')] },
  { in: 'message/receipts.tsx', is: 'Read receipts', at: LUNCH, by: [messageMenu('Stew'), item('View read receipts')] },
  { in: 'message/playground.tsx', is: 'Open in playground', at: LUNCH, by: ['Open in playground'] },
  { in: 'message/lightbox.tsx', is: 'soup.png', at: LUNCH, by: [click('.message_inline_image a')] },
  { in: 'people/card.tsx', is: 'Max', at: LUNCH, by: [click('article .sender')] },
  {
    in: 'people/card.tsx',
    is: 'More about Max',
    at: LUNCH,
    by: [click('article .sender'), click('.person-card [aria-haspopup=menu]')],
  },
  { in: 'people/card.tsx', is: 'الطباخون', at: LUNCH, by: [click('.user-group-mention')] },
  { in: 'pins/pins.tsx', is: 'Pinned messages', at: LUNCH, by: ['1 pinned message'] },
  { in: 'compose/toolbar.tsx', is: 'Emoji', at: LUNCH, by: ['Emoji'] },
  { in: 'compose/insert-menu.tsx', is: 'Insert', at: LUNCH, by: ['Insert'] },
  { in: 'compose/poll-and-todo.tsx', is: 'New poll', at: LUNCH, by: ['Insert', item('Poll')] },
  { in: 'compose/poll-and-todo.tsx', is: 'New to-do list', at: LUNCH, by: ['Insert', item('To-do list')] },
  { in: 'compose/snippets.tsx', is: 'Saved snippets', at: LUNCH, by: ['Insert', item('Saved snippets')] },
  { in: 'compose/snippets.tsx', is: 'New snippet', at: LUNCH, by: ['Insert', item('Saved snippets'), 'New snippet'] },
  { in: 'compose/time-dialog.tsx', is: 'Insert a time', at: LUNCH, by: ['Insert', item('Time')] },
  { in: 'compose/insert-menu.tsx', is: 'GIFs', at: LUNCH, by: [openGifs] },
  { in: 'channels/menus.tsx', is: 'Actions for topic lunch', at: LUNCH, by: ['Actions for topic lunch'] },
  { in: 'channels/menus.tsx', is: 'Delete lunch?', at: LUNCH, by: ['Actions for topic lunch', item('Delete topic')] },
  {
    in: 'message/move.tsx',
    is: 'Rename topic',
    at: LUNCH,
    by: ['Actions for topic lunch', item('Rename topic')],
  },
  { in: 'channels/menus.tsx', is: 'Actions for #kitchen', at: KITCHEN, by: ['Actions for #kitchen'] },
  {
    in: 'channels/contents.tsx',
    is: 'Files and links in #kitchen',
    at: KITCHEN,
    by: ['Actions for #kitchen', item('Files')],
  },
  {
    in: 'pins/pins.tsx',
    is: 'Pinned messages in #kitchen',
    at: KITCHEN,
    by: ['Actions for #kitchen', item('Pinned messages')],
  },
  { in: 'user-menu.tsx', is: 'You', at: LUNCH, by: [press('g')] },
  { in: 'user-menu.tsx', is: 'Do not disturb', at: LUNCH, by: [press('g'), item('Do not disturb')] },
  { in: 'people/status.tsx', is: 'Your status', at: LUNCH, by: [press('g'), item('Set a status')] },
  {
    in: 'people/status.tsx',
    is: 'Your status',
    at: LUNCH,
    by: [press('g'), item('Set a status'), 'Choose an emoji', findEmoji('potato')],
  },
  { in: 'scheduled.tsx', is: 'Change time', at: '#reminders', by: ['Change time'] },
  { in: 'compose/time-dialog.tsx', is: 'Send later', at: '#scheduled', by: ['Change time'] },
  { in: 'compose/send-later.tsx', is: 'Send later', at: LUNCH, by: [write('Leeks'), 'Send later'] },
  {
    in: 'compose/time-dialog.tsx',
    is: 'Send later',
    at: LUNCH,
    by: [write('Leeks'), 'Send later', item('Custom time…')],
  },
  { in: 'compose/completions.tsx', is: 'Suggestions', at: LUNCH, by: [write('@M')], keepsFocus: true },
  { in: 'compose/completions.tsx', is: 'Suggestions', at: LUNCH, by: [write('/')], keepsFocus: true },
  {
    in: 'compose/chips.tsx',
    is: 'Quote from Max',
    at: LUNCH,
    by: [write(''), messageMenu('Stew'), item('Quote and reply'), click(CHIP)],
  },
  {
    in: 'compose/chips.tsx',
    is: 'recipe.txt',
    at: LUNCH,
    by: [write(''), attach('recipe.txt'), click(`${CHIP}:has-text("recipe.txt")`)],
  },
  {
    in: 'search/save-search.tsx',
    is: 'Save search to the sidebar',
    at: '#narrow/search/stew',
    by: ['Save search to the sidebar'],
  },
  {
    in: 'compose/send-as-file.tsx',
    is: 'Send as a file',
    at: LUNCH,
    by: [(page) => page.locator('#compose-text').fill('Leek '.repeat(2100)), 'Send as a file'],
  },
  {
    in: '../design/pill-picker.tsx',
    is: 'People',
    at: '#channels/new',
    by: [(page) => page.getByRole('combobox', { name: 'People' }).fill('M')],
    keepsFocus: true,
  },
  { in: 'help.tsx', is: 'Keyboard shortcuts', at: LUNCH, by: [press('?')] },
  { in: 'search/search.tsx', is: 'Search messages', at: LUNCH, by: [press('/'), type('soup')] },
  { in: 'search/search.tsx', is: 'Go to', at: LUNCH, by: [press('Control+k'), type('Max')] },
];

/** Files whose layers are checked by a test of their own, because only other people or other browsers open them. */
export const ELSEWHERE: Record<string, string> = {
  'administration/bulk.tsx': 'administration-users.test.ts',
  'calls/calls.tsx': 'calls.test.ts',
  'install/home-screen.tsx': 'installed-app.test.ts',
  'message/resolve.tsx': 'welcome.test.ts',
  'organization-menu.tsx': 'search.test.ts',
  'other-organizations.tsx': 'search.test.ts',
};
