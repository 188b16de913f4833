import type { TemplateService } from '../types.ts';

/** The template of sponsorships. The service `github` uses it too: GitHub may send them to its address. */
export const SPONSORSHIP = `
{% assign who = sponsorship.sponsor.login | default: sender.login | link: sponsorship.sponsor.html_url %}
{% assign before = changes.tier.from %}
{% assign tier = sponsorship.tier %}
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
{% endcase %}`;

export const githubsponsors: TemplateService = {
  name: 'githubsponsors',
  display_name: 'GitHub Sponsors',
  category: 'financial',
  event: '{{ action }}',
  topic: 'sponsors',
  events: [
    { when: 'zen and sponsorship == nil', text: 'GitHub Sponsors is connected: {{ zen }}' },
    // A sponsor's choice of who sees the sponsorship.
    { on: 'edited' },
    {
      needs: ['sponsorship'],
      text: SPONSORSHIP,
    },
  ],
  samples: [
    {
      payload: { zen: 'Keep it logically awesome.', hook_id: 1, hook: { type: 'SponsorsListing' } },
      topic: 'sponsors',
      text: 'GitHub Sponsors is connected: Keep it logically awesome.',
    },
    {
      payload: {
        action: 'pending_tier_change',
        effective_date: '2026-05-01T00:00:00Z',
        changes: { tier: { from: { name: '$5 a month' } } },
        sponsorship: { sponsor: { login: 'max', html_url: 'https://example.com/max' }, tier: { name: '$2 a month' } },
      },
      topic: 'sponsors',
      text: '[max](https://example.com/max) will change the subscription from **$5 a month** to **$2 a month** on <time:2026-05-01T00:00:00.000Z>.',
    },
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
