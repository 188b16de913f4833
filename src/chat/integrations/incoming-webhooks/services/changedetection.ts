import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The JSON or the form of Apprise and shoutrrr, which changedetection.io and many others send. */
const family = (kind: string): Omit<TemplateService, 'name' | 'display_name' | 'samples'> => ({
  category: 'monitoring',
  event: '{{ type }}',
  accepts_text: true,
  shared: `
{% assign xml = delivery.payload['soapenv:Envelope']['soapenv:Body'].Notification %}
{% if xml %}{% assign title = xml.Subject %}{% assign message = xml.Message %}{% assign type = xml.MessageType %}{% endif %}
{% assign text = message | default: body | default: text | default: diff %}
{% if text contains '<br' or text contains '</' %}{% assign text = text | from_html %}{% endif %}`,
  topic: `{{ title | default: subject | default: watch_title | default: watch_url | remove: 'ChangeDetection.io Notification - ' | default: "${kind}" }}`,
  events: [
    {
      when: 'message or body or text or title or diff or watch_url',
      text: `{% if type == 'failure' or type == 'warning' %}:alert: {% elsif type == 'success' %}:check: {% endif %}\
{{ text | default: title | linked_lines }}
{% assign page = url | default: watch_url %}
{% if page %}
{{ page | link: page }}{% if diff_url %} ({{ 'changes' | link: diff_url }}){% endif %}
{% endif %}
{% if attachments.size > 0 %}
({{ attachments.size | plural: 'attachment' }})
{% endif %}`,
    },
    OWN_FIELDS,
  ],
});

export const changedetection: TemplateService = {
  name: 'changedetection',
  display_name: 'changedetection.io',
  setup:
    'In *Settings → Notifications*, add the URL with `jsons://` in place of `https://`, or with `json://` in place of `http://`.',
  ...family('changedetection.io'),
  samples: [
    {
      payload: { version: '1.0', title: 'Prices', message: '-1\n+2', type: 'info' },
      topic: 'Prices',
      text: '&#45;1\n&#43;2',
    },
    {
      payload: {
        version: '1.0',
        title: 'Prices',
        message: 'https://shop.example.com changed.<br>(added) 2',
        type: 'info',
      },
      topic: 'Prices',
      text: 'https://shop.example.com changed.\n(added) 2',
    },
    { payload: 'The page changed.', topic: 'changedetection.io', text: 'The page changed.' },
    {
      payload: {
        watch_url: 'https://example.com',
        watch_title: 'Shop',
        diff: '(added) Beans',
        diff_url: 'https://example.org/diff/7',
      },
      topic: 'Shop',
      text: '(added) Beans\n[https&#58;//example&#46;com](https://example.com) ([changes](https://example.org/diff/7))',
    },
  ],
};

export const apprise: TemplateService = {
  name: 'apprise',
  display_name: 'Apprise',
  ...family('Apprise'),
  category: 'communication',
  setup: 'Use the URL with `jsons://` in place of `https://`, or with `json://` in place of `http://`.',
  samples: [
    {
      payload: {
        version: '1.0',
        title: 'Backup',
        message: 'It failed',
        attachments: [{ filename: 'log' }],
        type: 'failure',
      },
      topic: 'Backup',
      text: ':alert: It failed\n(1 attachment)',
    },
    {
      payload: {
        'soapenv:Envelope': {
          'soapenv:Body': { Notification: { Subject: 'Backup', Message: 'It is done', MessageType: 'success' } },
        },
      },
      topic: 'Backup',
      text: ':check: It is done',
    },
  ],
};

export const shoutrrr: TemplateService = {
  name: 'shoutrrr',
  display_name: 'shoutrrr',
  ...family('shoutrrr'),
  category: 'communication',
  setup: 'Use `generic+` before the URL, and the parameter `template=json`.',
  samples: [
    { payload: { title: 'Backup', message: 'It is done' }, topic: 'Backup', text: 'It is done' },
    { payload: 'It is done', topic: 'shoutrrr', text: 'It is done' },
  ],
};
