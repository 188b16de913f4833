import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The body that an administrator enters in Proxmox. One host and kind of job has one topic, whatever comes of it. */
export const proxmox: TemplateService = {
  name: 'proxmox',
  display_name: 'Proxmox',
  category: 'monitoring',
  setup: `*Datacenter → Notifications → Add → Webhook*, with the method POST, the URL, and this body:

\`\`\`json
{
  "title": "{{ escape title }}",
  "message": "{{ escape message }}",
  "severity": "{{ severity }}",
  "timestamp": {{ timestamp }},
  "fields": {{ json fields }}
}
\`\`\``,
  accepts_text: true,
  shared: `
{% assign host = hostname | default: fields.hostname %}
{% assign kind = type | default: fields.type %}`,
  event: '{{ severity | default: "info" | downcase }}',
  topic: `{% if host %}{{ host }}{% if kind %} / {{ kind }}{% endif %}{% else %}{{ title | default: "Proxmox" }}{% endif %}`,
  events: [
    {
      when: 'message or title',
      text: `{% if severity == 'error' or severity == 'warning' %}:alert: {% endif %}{{ title | bold }}\
{% if severity %} ({{ severity }}){% endif %}
{% if host %}
* Host: {{ host }}
{% endif %}
{% if kind %}
* Type: {{ kind }}
{% endif %}
{% if fields['job-id'] %}
* Job: {{ fields['job-id'] }}
{% endif %}
{% if timestamp %}
* Time: {{ timestamp | time }}
{% endif %}
{{ message | code_block }}`,
    },
    OWN_FIELDS,
  ],
  samples: [
    {
      payload: { title: 'Backup failed', message: 'VM 100: no space', severity: 'error' },
      topic: 'Backup failed',
      text: ':alert: **Backup failed** (error)\n\n```\nVM 100: no space\n```',
    },
    {
      payload: {
        title: 'Backup of one: done',
        message: 'VM 100: 3 GB',
        severity: 'info',
        timestamp: 1_767_323_045,
        fields: { type: 'vzdump', hostname: 'one', 'job-id': 'backup-1' },
      },
      topic: 'one / vzdump',
      text: '**Backup of one: done** (info)\n* Host: one\n* Type: vzdump\n* Job: backup-1\n* Time: <time:2026-01-02T03:04:05.000Z>\n\n```\nVM 100: 3 GB\n```',
    },
    { payload: 'Disk of one fails', topic: 'Proxmox', text: '```\nDisk of one fails\n```' },
  ],
};
