import type { TemplateService } from '../types.ts';

export const diun: TemplateService = {
  name: 'diun',
  display_name: 'Diun',
  category: 'deployment',
  setup: `Add this to \`diun.yml\`:

\`\`\`yaml
notif:
  webhook:
    endpoint: URL
    method: POST
\`\`\``,
  event: '{{ status }}',
  topic: '{{ image | default: "Diun" }}',
  events: [
    {
      needs: ['image'],
      text: `Docker image {{ image | link: hub_link | bold }} \
{% case status %}{% when 'new' %}is new{% when 'update' %}was updated{% else %}: {{ status | words }}{% endcase %}{% if hostname %} on {{ hostname }}{% endif %}.
{% if metadata.ctn_names %}
* Container: {{ metadata.ctn_names }}
{% endif %}
{% if created %}
* Created: {{ created | time }}
{% endif %}
{% if platform %}
* Platform: {{ platform }}
{% endif %}
{% if provider %}
* Provider: {{ provider }}
{% endif %}
{% if digest %}
* Digest: {{ digest | code }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        diun_version: '4',
        hostname: 'one',
        status: 'update',
        provider: 'file',
        image: 'docker.io/library/alpine:latest',
        hub_link: 'https://hub.example.com/alpine',
        digest: 'sha256:0123',
        created: '2026-01-02T03:04:05Z',
        platform: 'linux/amd64',
      },
      topic: 'docker.io/library/alpine:latest',
      text: 'Docker image **[docker&#46;io/library/alpine&#58;latest](https://hub.example.com/alpine)** was updated on one.\n* Created: <time:2026-01-02T03:04:05.000Z>\n* Platform: linux/amd64\n* Provider: file\n* Digest: `sha256:0123`',
    },
    {
      payload: { status: 'new', image: 'docker.io/crew/klatch:1', hostname: 'one', provider: 'docker' },
      topic: 'docker.io/crew/klatch:1',
      text: 'Docker image **docker&#46;io/crew/klatch&#58;1** is new on one.\n* Provider: docker',
    },
    {
      payload: {
        status: 'update',
        hostname: 'cellar',
        image: 'docker.io/library/shop:latest',
        platform: 'linux/amd64',
        metadata: { ctn_names: 'shop' },
      },
      topic: 'docker.io/library/shop:latest',
      text:
        'Docker image **docker&#46;io/library/shop&#58;latest** was updated on cellar.\n' +
        '* Container: shop\n' +
        '* Platform: linux/amd64',
    },
  ],
};
