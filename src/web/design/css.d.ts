declare module '*.css' {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: that is what a style is to the bundler
  export default css;
}
