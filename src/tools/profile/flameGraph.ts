import { escapeHtml } from '../../text/escapeHtml.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { Profile } from './profile.ts';

/** A box of the graph: its name, its L2 gas with what it called, and what it called. */
interface Box {
  readonly n: string;
  v: number;
  readonly c: Map<string, Box>;
}

/** The profile as a page that needs nothing else: a flame graph to click into, with a search. */
export function flameGraph({ samples, l2Gas }: Profile, title: string): string {
  const root: Box = { n: title, v: 0, c: new Map() };
  for (const { stack, libfunc, l2Gas: gas } of samples) {
    if (gas <= 0) continue;
    let box = root;
    box.v += gas;
    const names = stack.map(({ name, line }) => (line === undefined ? name : `${name} :${line}`));
    for (const name of libfunc === undefined ? names : [...names, libfunc]) {
      let inner = box.c.get(name);
      if (!inner) box.c.set(name, (inner = { n: name, v: 0, c: new Map() }));
      inner.v += gas;
      box = inner;
    }
  }
  const plain = ({ n, v, c }: Box): object => ({ n, v, c: [...c.values()].sort((a, b) => b.v - a.v).map(plain) });
  // The text is inside of a script, where only `<` could end it.
  const data = JSON.stringify(plain(root)).replaceAll('<', '\\u003c');
  const shown = escapeHtml(`${title}: ${groupedDigits(l2Gas)} L2 gas`);
  return PAGE.replaceAll('TITLE', () => shown).replace('DATA', () => data);
}

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>TITLE</title>
<style>
body{font:14px system-ui,sans-serif;margin:16px;background:#fff;color:#222}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}
#g{position:relative}#g button{position:absolute;height:19px;border:0;border-radius:2px;padding:0 4px;overflow:hidden;white-space:nowrap;
text-align:left;font:12px ui-monospace,monospace;color:#222;cursor:pointer}
#g button.hit{background:#7c5cff!important;color:#fff}#i{min-height:1.4em;margin:8px 0;overflow-wrap:anywhere}
</style>
<h1 style="font-size:18px">TITLE</h1>
<label>Search <input id="q" type="search"></label> <button id="r">Show all</button>
<p id="i" role="status">Click a box to look into it.</p><div id="g"></div>
<script>
const root=DATA,g=document.getElementById('g'),info=document.getElementById('i'),q=document.getElementById('q');
const fmt=v=>v.toLocaleString('en-US'),pct=v=>(100*v/root.v).toFixed(1)+' %';
const hue=n=>{let h=0;for(const c of n)h=(h*31+c.charCodeAt(0))>>>0;return 15+h%40};
let path=[root];
function draw(){g.textContent='';let depth=0;const top=path[path.length-1];
const add=(b,x,w,d,open)=>{if(w<.0015)return;depth=Math.max(depth,d);const e=document.createElement('button');e.textContent=b.n;
e.title=b.n+'\\n'+fmt(b.v)+' L2 gas, '+pct(b.v);e.style.cssText='left:'+100*x+'%;width:'+100*w+'%;top:'+20*d+'px;background:hsl('+hue(b.n)+' 85% 70%)';
if(q.value&&b.n.toLowerCase().includes(q.value.toLowerCase()))e.className='hit';
e.onmouseenter=e.onfocus=()=>info.textContent=e.title.replace('\\n',': ');e.onclick=open;g.append(e)};
path.forEach((b,i)=>add(b,0,1,i,()=>{path=path.slice(0,i+1);draw()}));
const inner=(b,x,w,d,above)=>{let at=x;for(const c of b.c){const cw=w*c.v/b.v,way=[...above,c];add(c,at,cw,d,()=>{path=way;draw()});inner(c,at,cw,d+1,way);at+=cw}};
inner(top,0,1,path.length,path);g.style.height=20*(depth+1)+'px'}
q.oninput=draw;document.getElementById('r').onclick=()=>{path=[root];draw()};draw();
</script></html>
`;
