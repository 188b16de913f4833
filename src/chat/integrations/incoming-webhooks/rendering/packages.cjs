// The template engine, loaded with the first delivery. CommonJS, because rendering does not wait.
exports.liquid = () => require('liquidjs');
