import type { TemplateService } from '../types.ts';

/** The body that an administrator enters in Proxmox: `{"title": "{{title}}", "message": "{{message}}", …}`. */
export const proxmox: TemplateService = {
  name: 'proxmox',
  display_name: 'Proxmox',
  category: 'monitoring',
  event: '{{ severity | default: "info" | downcase }}',
  topic: '{{ title | default: hostname | default: "Proxmox" }}',
  events: [
    {
      when: 'message or title',
      text: `{% if severity == 'error' or severity == 'warning' %}:alert: {% endif %}{{ title | bold }}\
{% if severity %} ({{ severity }}){% endif %}
{% if hostname or fields.hostname %}
* Host: {{ hostname | default: fields.hostname }}
{% endif %}
{% if fields.type or type %}
* Type: {{ fields.type | default: type }}
{% endif %}
{{ message | code_block }}`,
    },
  ],
  samples: [
    {
      payload: { title: 'Backup failed', message: 'VM 100: no space', severity: 'error' },
      topic: 'Backup failed',
      text: ':alert: **Backup failed** (error)\n\n```\nVM 100: no space\n```',
    },
  ],
};
