/** Contents of the notes, lists and letters among the sample files. */
export const noteTexts = {
  attendees: `Name,Organisation,Country,Arrives,Diet,Confirmed
Ingrid Solberg,Havn Studio,Norway,2026-09-14,none,yes
Mateus Carvalho,Porto Maps,Portugal,2026-09-14,vegetarian,yes
Aiko Tanabe,Nami Works,Japan,2026-09-13,no shellfish,yes
"Okafor, Chidi",Lagos Civic Lab,Nigeria,2026-09-14,none,no
Leila Haddad,مرصد الساحل,Lebanon,2026-09-15,halal,yes
王晓雨,海岸数据,China,2026-09-13,none,yes
Søren Østergaard,Kattegat ApS,Denmark,2026-09-14,vegan,yes
"Grace ""Gigi"" Liu",Freelance,Canada,2026-09-15,gluten free,no
Noa Ben-Ami,גל פתוח,Israel,2026-09-14,kosher,yes
Tomasz Wójcik,Bałtyk Dane,Poland,2026-09-14,none,yes
`,
  meeting: `# Weekly, 6 July 2026

Present: Ingrid, Mateus, Aiko. Away: Chidi (leave).

## Decided

- The autumn workshop is in Svolvær, 15–17 September. Ingrid books the hall.
- Photographs for the press kit come from the July trip. No stock pictures.
- Guest links expire after 30 days unless somebody has a reason.

## Open

- [ ] Aiko: second quote for printing (the first is 40 % over).
- [ ] Mateus: ask the harbour office whether the quay is free on the 16th.
- [x] Ingrid: send the dates to everyone who signed up in May.

## Parked

Do we need name badges at all? Come back to this when we know if we are forty or eighty.
`,
  travel: `# Lofoten, 4–12 July 2026

| Day | Where                | Night at             |
| --- | -------------------- | -------------------- |
| Sat | Bodø → Moskenes      | Ferry, 15:15         |
| Sun | Reine, Hamnøy        | Red cabin no. 4      |
| Mon | Bunes beach (boat)   | Red cabin no. 4      |
| Tue | Nusfjord, Ramberg    | Ramberg camp         |
| Wed | Haukland, Mannen     | Ramberg camp         |
| Thu | Henningsvær          | With Ingrid's cousin |
| Fri | Svolvær, Svolværgeita| Guest harbour        |

**Bring:** rain trousers, two pairs of wool socks each, head torches are *not* needed
(the sun does not set), eye masks are.

Boat to Bunes leaves Reine 10:00 and 15:00. Cash or Vipps only.
`,
  recipe: `# Lemon and cardamom buns

Makes sixteen. Start the evening before.

## Dough

- 500 g plain flour, strong if you have it
- 75 g sugar
- 2 tsp cardamom, freshly ground
- 12 g fresh yeast
- 3 dl whole milk, cold
- 100 g soft butter

## Filling

- 100 g butter, 90 g sugar, zest of two lemons

Mix everything but the butter, knead ten minutes, add the butter in pieces, knead ten more.
Leave in the fridge overnight. Roll to 40 × 50 cm, spread, fold in three, cut into strips, knot.
Prove until they wobble. 225 °C for nine minutes. Brush with syrup while hot.
`,
  chinese: `# 产品例会纪要

时间：2026年7月8日 10:00
地点：三楼会议室 / 线上
出席：王晓雨、李明哲、陈思远、Aiko

## 结论

1. 分享链接默认有效期改为三十天，可手动延长。
2. 设计稿第三版通过，图标由陈思远在周五前交付。
3. 文件锁的提示语需要更清楚：写明是谁锁定、何时锁定。

## 待办

- [ ] 李明哲：整理用户反馈，重点看“找不到回收站”的问题。
- [ ] 王晓雨：确认九月研讨会的行程和签证。
- [x] 陈思远：上传新版配色。

下次会议：7月15日，同一时间。
`,
  chineseDesign: `# 设计说明（第三版）

本版调整：

- 主色由深蓝改为海青，正文对比度提高到 7.2:1。
- 列表行高从 40 像素改为 44 像素，触屏更易点按。
- 空文件夹页面增加插图与一句说明。
- 深色模式下去掉纯黑背景，改用 #0f1d24。

遗留问题：长文件名在窄屏下的截断方式尚未确定，倾向于保留扩展名。
`,
  arabic: `تقرير متابعة المشروع — يوليو ٢٠٢٦

الملخص
أنهى الفريق المرحلة الأولى من جمع بيانات المد والجزر في ثلاث محطات ساحلية،
وبدأ العمل على الخريطة التفاعلية. لا توجد مخاطر تؤثر في موعد التسليم.

ما أُنجز
• معايرة أجهزة القياس في المحطات الثلاث.
• تدريب أربعة متطوعين على إدخال البيانات.
• نشر النسخة التجريبية (version 0.4) للمراجعة الداخلية.

الخطوات القادمة
١. مراجعة الترجمة قبل ٢٠ يوليو.
٢. إرسال الدعوات إلى ورشة سبتمبر.
٣. إعداد الميزانية للربع الأخير.

للتواصل: ليلى حداد
`,
  hebrew: `סיכום שיחה, 9 ביולי 2026

דיברנו על הסדנה בספטמבר. נועה תגיע ביום שני ותביא את המפות המודפסות.
צריך לבדוק אם אפשר לשלוח את הציוד מראש (בערך 12 ק"ג).

לעשות:
- לאשר מלון עד יום חמישי
- לשלוח לאינגריד את מידות הקיר
`,
  memo: `Rang the printer. They can hold the price until the 24th if we confirm the paper.
120 g uncoated looks better than the silk in the sample, and the blue is closer.
Ask Aiko before saying yes.
`,
  welcome: `# Welcome

A few things that are easy to miss in the first week:

1. **Shared folders** live under *Shared with me*. You can read them straight away.
2. **Links** you make for guests expire after 30 days. You can change that on each link.
3. **Trash** keeps things for 30 days. Restoring puts them back where they were.
4. **Locks** say who is editing. If somebody forgot one, ask them first.

Your first job: put a picture of yourself, or your dog, in *Onboarding*.
`,
  checklist: `First week
[x] Laptop and keys
[x] Calendar invitations accepted
[ ] Read the handbook (40 minutes)
[ ] Coffee with someone outside the team
[ ] Ship something tiny
`,
  press: `FOR IMMEDIATE RELEASE — 1 July 2026

Fjordlight opens its coast archive

Svolvær. Twelve years of photographs and tide measurements from the outer islands are open to
everyone from today. The archive holds 48,000 pictures, all of them described, dated and placed
on a map.

"People kept asking whether the beach used to be wider," says Ingrid Solberg, who started the
project with a borrowed camera in 2014. "Now they can look."

Press pictures in this folder may be used freely when the archive is named.
`,
}
