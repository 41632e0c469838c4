import { test } from 'vitest';
import { heading, openAwake, small, useBrowser } from './visit.ts';
const visit = useBrowser();
test('dbg', () => visit({expected:/404/}, async ({ page }) => {
    await openAwake(page, small('/docs/second'));
    await page.evaluate(() => { const log: string[]=[]; Reflect.set(window,'log',log);
      const d=document.querySelector('.sidebar details')!; Reflect.set(window,'d',d);
      new MutationObserver((ms)=>ms.forEach(m=>log.push(`${m.type} ${m.attributeName} ${(m.target as HTMLElement).outerHTML.slice(0,40)} ${m.addedNodes.length} ${m.removedNodes.length}`))).observe(document.querySelector('.sidebar')!,{attributes:true,subtree:true,childList:true});
      const ra=d.removeAttribute.bind(d); d.removeAttribute=(n)=>{log.push(new Error(n).stack!);ra(n)}; d.addEventListener('toggle',()=>log.push('toggle '+(d as HTMLDetailsElement).open)); });
    await page.click('main a:text-is("the first of the area")');
    await heading(page, 'One');
    console.log(await page.evaluate(()=>[Reflect.get(window,'log'), (Reflect.get(window,'d') as Element).isConnected]));
}));
