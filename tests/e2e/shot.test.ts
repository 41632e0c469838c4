import { test } from 'vitest';
import { DESKTOP, PHONE, own, small, useBrowser } from './visit.ts';
const visit = useBrowser();
test('shots', () => visit({viewport:PHONE,expected:/404/}, async ({ page }) => {
  await page.goto(small('/docs/guide')); await page.screenshot({path:'/tmp/qa/phone-guide.png', fullPage:false, clip:{x:0,y:0,width:390,height:2400}, });
  await page.goto(own('/docs/quickstart')); await page.screenshot({path:'/tmp/qa/phone-qs.png'});
  await page.setViewportSize({width:800,height:900}); await page.screenshot({path:'/tmp/qa/tab-qs.png'});
  await page.setViewportSize(DESKTOP); await page.screenshot({path:'/tmp/qa/desk-qs.png'});
}));
