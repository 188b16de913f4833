// Domains of addresses that anybody can have for ten minutes: loaded with the first address that is looked at. CommonJS, because rules do
// not wait, with the name spelt out, so that esbuild puts it into a bundle.
exports.domains = () => require('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json');
