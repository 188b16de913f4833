/** Colors keep a contrast of 4.5 to 1 in light and dark themes. */
export const STYLE = `
:root{--page:#fff;--side:#f6f6f4;--text:#22252b;--soft:#5c626d;--line:#e2e2de;--hover:#f3f4f2;--link:#2a5bbf;--code:#f0f0ec;
--get:#1f5fae;--post:#1b7040;--patch:#8a5200;--delete:#b3262d;--event:#6a3fa8;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--page:#17191d;--side:#1d2025;--text:#e4e6ea;--soft:#a2a8b3;--line:#31353d;--hover:#22262c;--link:#8fb4ff;--code:#262a31;
--get:#86b7f5;--post:#74cf97;--patch:#e6b566;--delete:#f5918f;--event:#c3a3f3}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
code,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem;z-index:2}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.5rem 1rem 2rem 1.5rem;background:var(--side);border-right:1px solid var(--line);font-size:.9rem}
.brand{margin:0 0 1rem;font-weight:650;font-size:1.1rem}.brand span{font-weight:400;color:var(--soft);font-size:.85rem;margin-left:.25rem}
.search{display:block;position:relative}.search span{position:absolute;left:-99rem}
.search input{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:6px;padding:.45rem 2rem .45rem .65rem}
.search input::placeholder{color:var(--soft);opacity:1}
.search kbd{position:absolute;right:.5rem;top:.55rem;color:var(--soft);border:1px solid var(--line);border-radius:4px;padding:0 .35rem;line-height:1.3}
.search input:focus+kbd{display:none}
#found{margin:.4rem 0 0;color:var(--soft)}
nav ul{list-style:none;margin:.5rem 0 0;padding:0}
nav li a{display:flex;justify-content:space-between;gap:.5rem;padding:.3rem .5rem;margin-left:-.5rem;border-radius:6px;color:inherit;text-decoration:none}
nav li a:hover{background:var(--line)}
nav small{color:var(--soft);font-variant-numeric:tabular-nums}
main{padding:2.25rem 3rem 6rem;max-width:66rem;min-width:0}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .75rem;letter-spacing:-.01em}
header p{max-width:44rem;margin:0 0 1.25rem}
header dl{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.5rem 1rem;margin:0;max-width:52rem;font-size:.94rem}
dt{color:var(--soft)}dd{margin:0}dd code{background:var(--code);border-radius:4px;padding:.1em .3em}
section{margin-top:3rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .6rem}
details{border-top:1px solid var(--line)}details:last-child{border-bottom:1px solid var(--line)}
summary{display:grid;grid-template-columns:4.5rem minmax(0,3fr) minmax(0,2fr) 1rem;gap:.25rem 1rem;align-items:baseline;padding:.55rem .5rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--hover)}
summary::after{content:"";width:.45rem;height:.45rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);justify-self:center;grid-row:1;grid-column:-2}
details[open]>summary::after{transform:rotate(45deg)}
summary code em{font-style:normal;color:var(--event)}summary code i{font-style:normal;color:var(--soft)}
section>p{max-width:44rem;margin:0 0 1rem;color:var(--soft)}
.what{color:var(--soft);font-size:.9rem}.what i{font-style:normal;border:1px solid var(--line);border-radius:4px;padding:0 .35em;white-space:nowrap}
.method{font:650 .75rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.03em}
.GET,.HEAD{color:var(--get)}.POST{color:var(--post)}.PATCH,.PUT{color:var(--patch)}.DELETE{color:var(--delete)}.event{color:var(--event)}
details>div{padding:.75rem .5rem 1.5rem 6rem}
.who{margin:0;font-size:.9rem}.who span,h3{font-size:.8rem;font-weight:600;color:var(--soft);text-transform:uppercase;letter-spacing:.05em}
.who span{display:inline-block;margin-right:.5rem}
h3{margin:1.25rem 0 .35rem}
.none{margin:0;color:var(--soft);font-size:.9rem}
ul.fields,.fields ul{list-style:none;margin:0;padding:0;font-size:.9rem}
.fields li{display:grid;grid-template-columns:minmax(9rem,17rem) minmax(0,1fr);gap:0 1rem;padding:.3rem 0;align-items:baseline}
.fields>li+li{border-top:1px solid var(--line)}
.fields code{overflow-wrap:anywhere;font-weight:600}
.fields b{font-weight:400;overflow-wrap:anywhere}
.fields i{font-style:normal;color:var(--soft);margin-left:.75rem;white-space:nowrap}.fields i.need{color:var(--delete)}
.fields ul{grid-column:1/-1;margin:.25rem 0 .25rem .15rem;padding-left:.9rem;border-left:2px solid var(--line)}
.fields ul code{font-weight:400}
@media(max-width:60rem){
body{display:block}
html{scroll-padding-top:8rem}
nav{height:auto;overflow:visible;border-right:0;border-bottom:1px solid var(--line);padding:.75rem 1rem .5rem;z-index:1}
.brand{display:none}
#found:not(:empty)+ul{display:none}
nav ul{display:flex;gap:.35rem;overflow-x:auto;margin:.5rem -1rem 0;padding:0 1rem .35rem;scrollbar-width:thin}
nav li a{margin:0;border:1px solid var(--line);background:var(--page);min-height:2.5rem;align-items:center;white-space:nowrap}
.search input::placeholder{color:var(--soft);opacity:1}
.search kbd{display:none}.search input{padding-right:.65rem;min-height:2.75rem;font-size:1rem}
main{padding:1.5rem 1rem 4rem}
header dl{display:block}dt{font-weight:600;margin-top:.6rem}
summary{grid-template-columns:3.5rem minmax(0,1fr) 1rem;gap:.1rem .75rem;padding:.65rem 0}
.what{grid-column:2}
details>div{padding:.5rem 0 1.25rem}
.fields li{display:block}.fields li>code{display:block}
.fields i{white-space:normal}
}
@media print{nav{display:none}body{display:block}}
`;
