/** Font families of the style sheet: without a glyph server the browser renders the text. */
export const FONT = ['system-ui', 'Noto Sans', 'sans-serif'];
