import type { TemplateService } from '../types.ts';

export const dropbox: TemplateService = {
  name: 'dropbox',
  display_name: 'Dropbox',
  category: 'productivity',
  topic: 'Dropbox',
  events: [
    {
      when: 'list_folder or delta',
      text: `Files of Dropbox were changed\
{% if list_folder.accounts.size > 1 %} in {{ list_folder.accounts | plural: 'account' }}{% endif %}.`,
    },
  ],
  samples: [
    {
      payload: { list_folder: { accounts: ['dbid:1'] }, delta: { users: [1] } },
      topic: 'Dropbox',
      text: 'Files of Dropbox were changed.',
    },
  ],
};
