package strava

import (
	"strings"
	"sync"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// sportOf reads a type as the account's language writes it; empty for a word
// that it does not know.
func sportOf(word string) (training.Sport, string) {
	k := kindsByWord()[fold(word)]
	return k.sport, k.sub
}

// kindsByWord is the index of kinds; the first that has a word keeps it.
var kindsByWord = sync.OnceValue(func() map[string]kind {
	m := map[string]kind{}
	for _, k := range kinds {
		for name := range strings.SplitSeq(k.words, ",") {
			if w := fold(name); m[w].sport == "" {
				m[w] = k
			}
		}
	}
	return m
})

// fold leaves the letters of a word that tell types apart.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// wordOf keeps a type that is not known as a word.
func wordOf(s string) training.Sport {
	w := strings.ReplaceAll(strings.ToLower(textclean.Line(s, textclean.NameRunes)), " ", "_")
	if w == "" {
		return training.Other
	}
	return training.Sport(w)
}

const subEBike = "e_bike"

// kind is a type of activity with its names.
type kind struct {
	sport      training.Sport
	sub, words string
}

// kinds are the types of activities, their English names first.
var kinds = []kind{
	{training.Cycling, "", "Ride,Bike Ride,Radfahrt,Fahrrad,Radfahren,Vélo,Sortie à vélo,Sortie vélo,Bicicleta,Vuelta en bicicleta,Ciclismo,Salida en bici,Pedalada,Giro,Uscita in bici,Giro in bici,Bici,Fietsrit,Fietsen,Rit,ライド,骑行,騎乘,라이드,Jízda,Jízda na kole,Jazda rowerem,Jazda na rowerze,Велозаезд,Cykeltur,Sykkeltur,Cykling"},
	{training.Cycling, training.SubVirtual, "Virtual Ride,Virtuelle Radfahrt,Virtuelles Radfahren,Vélo virtuel,Sortie à vélo virtuelle,Bicicleta virtual,Ciclismo virtual,Pedalada virtual,Uscita virtuale,Giro virtuale,Virtuele fietsrit,Virtuele rit,バーチャルライド,Virtuální jízda"},
	{training.Cycling, training.SubMountain, "Mountain Bike Ride,Mountainbike-Fahrt,Mountainbikefahrt,Mountainbiken,VTT,Sortie VTT,Bicicleta de montaña,Ciclismo de montaña,Mountain bike,Uscita in mountain bike,Mountainbikerit,マウンテンバイクライド"},
	{training.Cycling, training.SubGravel, "Gravel Ride,Gravel-Fahrt,Gravelfahrt,Gravel-Radfahrt,Vélo gravel,Gravel,Sortie gravel,Bicicleta de gravel,Ciclismo de gravel,Pedalada em cascalho,Uscita gravel,Gravelrit,グラベルライド"},
	{training.Cycling, subEBike, "E-Bike Ride,E-Bike-Fahrt,E-Bike-Radfahrt,E-Bike,VAE,Vélo électrique,Vélo à assistance électrique,Bicicleta eléctrica,Bicicleta elétrica,Pedalada de bicicleta elétrica,Uscita in e-bike,E-bikerit,E-bike-rit,eバイクライド,E-Mountain Bike Ride,E-Mountainbike-Fahrt"},
	{training.Cycling, "handcycle", "Handcycle,Handbike,Velomobile,Velomobil"},
	{training.Running, "", "Run,Lauf,Laufen,Course à pied,Course,Carrera,Correr,Corrida,Corsa,Hardloopsessie,Hardlopen,Loop,ラン,ランニング,跑步,달리기,Běh,Bieg,Забег,Бег,Löpning,Løpetur,Løb,Løbetur,Koşu"},
	{training.Running, training.SubTrail, "Trail Run,Traillauf,Trailrunning,Trail,Course de trail,Carrera de montaña,Carrera por montaña,Trail running,Corrida em trilha,Corsa su sentiero,Trailrun,トレイルラン"},
	{training.Running, training.SubVirtual, "Virtual Run,Virtueller Lauf,Course à pied virtuelle,Course virtuelle,Carrera virtual,Corrida virtual,Corsa virtuale,Virtuele hardloopsessie,バーチャルラン"},
	{training.Swimming, "", "Swim,Schwimmen,Schwimmeinheit,Natation,Natación,Natação,Nuoto,Nuotata,Zwemmen,水泳,スイム,游泳,수영,Plavání,Pływanie,Плавание,Заплыв,Simning,Svømming,Svømning"},
	{training.Walking, "", "Walk,Spaziergang,Gehen,Marche,Caminata,Caminar,Caminada,Camminata,Wandeling,Wandelen,ウォーキング,散歩,步行,걷기,Chůze,Spacer,Ходьба,Promenad,Gåtur"},
	{training.Hiking, "", "Hike,Wanderung,Wandern,Randonnée,Senderismo,Excursión,Trilha,Caminhada na natureza,Escursione,Escursionismo,Hiken,ハイキング,徒步,하이킹,Túra,Pěší turistika,Wędrówka,Поход,Vandring,Fottur"},
	{training.AlpineSki, "", "Alpine Ski,Ski Alpin,Alpinski,Ski alpin,Esquí alpino,Esqui alpino,Sci alpino,Alpineskiën,アルペンスキー,Snowboard,Snowboarden,Planche à neige"},
	{training.CrossCountry, "", "Nordic Ski,Langlauf,Skilanglauf,Ski nordique,Ski de fond,Esquí nórdico,Esquí de fondo,Esqui nórdico,Sci nordico,Sci di fondo,Langlaufen,ノルディックスキー,Běžky,Backcountry Ski,Skitour,Skitourengehen,Ski de randonnée,Esquí de travesía,Scialpinismo,Roller Ski,Rollski"},
	{training.Skating, "", "Ice Skate,Inline Skate,Eislaufen,Inlineskaten,Patin à glace,Patinage sur glace,Roller,Patinaje sobre hielo,Patinaje en línea,Pattinaggio,Schaatsen,Skeeleren,アイススケート,インラインスケート"},
	{training.Rowing, "", "Rowing,Rudern,Aviron,Remo,Canottaggio,Roeien,ボート,ローイング,划船"},
	{training.Rowing, training.SubVirtual, "Virtual Row,Virtual Rowing,Virtuelles Rudern,Aviron virtuel,Remo virtual"},
	{training.Paddling, "", "Canoeing,Canoe,Kayaking,Kanufahren,Kajakfahren,Kanu,Kajak,Canoë,Kayak,Canoa,Piragüismo,Piragua,Caiaque,Kanoën,Kajakken,カヤック,カヌー,Stand Up Paddling,Stand-Up Paddling,Stehpaddeln,Paddle,Surf de remo"},
	{training.Strength, "", "Weight Training,Krafttraining,Gewichtstraining,Entraînement aux poids,Musculation,Entrenamiento con pesas,Pesas,Musculação,Treinamento com pesos,Allenamento con pesi,Pesi,Krachttraining,ウェイトトレーニング,筋トレ,力量训练,重量訓練,근력 운동"},
	{training.Yoga, "", "Yoga,ヨガ,瑜伽,요가,Йога,Jóga,Joga,Pilates"},
	{training.Fitness, "", "Workout,Training,Trainingseinheit,Entraînement,Entrenamiento,Treinamento,Treino,Allenamento,Work-out,ワークアウト,锻炼,운동,Crossfit,CrossFit,High Intensity Interval Training,HIIT,Elliptical,Ellipsentrainer,Crosstrainer,Vélo elliptique,Elíptica,Ellittica,Stair-Stepper,Stepper"},
}
