/** Node's module for HTTPS, which takes 3 MB and is loaded when the first request needs it. */
export const https = () => process.getBuiltinModule('node:https');
