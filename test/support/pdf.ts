/** A PDF file with one page: a blue bar, a title and lines of text. */
export function pdf(title: string): Buffer {
  const line = (text: string, size: number, y: number) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET`;
  const lines = Array.from({ length: 22 }, (_, at) =>
    line('The quick brown fox jumps over the lazy dog, and the dog does not mind.', 13, 640 - at * 24),
  );
  const page = `0.16 0.35 0.6 rg 0 742 612 50 re f 0 g\n${line(title, 26, 690)}\n${lines.join('\n')}`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Root 1 0 R/Size 6>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}
