import type { TemplateService } from '../types.ts';

export const githubsponsors: TemplateService = {
  name: 'githubsponsors',
  display_name: 'GitHub Sponsors',
  category: 'financial',
  event: '{{ action }}',
  shared: `
{% assign who = sponsorship.sponsor.login | default: sender.login | link: sponsorship.sponsor.html_url %}
{% assign before = changes.tier.from %}
{% assign tier = sponsorship.tier %}`,
  topic: 'sponsors',
  events: [
    { on: 'edited' },
    {
      needs: ['sponsorship'],
      text: `
{% case action %}
{% when 'created' %}
{{ who }} subscribed for {{ tier.name | bold }}.
{% when 'cancelled' %}
{{ who }} cancelled the {{ tier.name | bold }} subscription.
{% when 'pending_cancellation' %}
{{ who }} will cancel the {{ tier.name | bold }} subscription on {{ effective_date | time }}.
{% when 'tier_changed' %}
{{ who }} changed the subscription from {{ before.name | bold }} to {{ tier.name | bold }}.
{% when 'pending_tier_change' %}
{{ who }} will change the subscription from {{ before.name | bold }} to {{ tier.name | bold }} on \
{{ effective_date | time }}.
{% else %}
{{ who }}: {{ action | words }} of {{ tier.name | bold }}.
{% endcase %}`,
    },
  ],
  samples: [
    {
      payload: {
        action: 'created',
        sponsorship: { sponsor: { login: 'max', html_url: 'https://example.com/max' }, tier: { name: '$5 a month' } },
      },
      topic: 'sponsors',
      text: '[max](https://example.com/max) subscribed for **$5 a month**.',
    },
  ],
};
