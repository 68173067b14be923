package training

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Sport is the kind of an activity, in Lapkeep's own terms.
type Sport string

// These are the sports for which there are special rules. Any other lower-case word is
// also stored, and is treated like Other.
const (
	Cycling      Sport = "cycling"
	Running      Sport = "running"
	Swimming     Sport = "swimming"
	Walking      Sport = "walking"
	Hiking       Sport = "hiking"
	Rowing       Sport = "rowing"
	Paddling     Sport = "paddling"
	CrossCountry Sport = "cross_country_skiing"
	AlpineSki    Sport = "alpine_skiing"
	Skating      Sport = "skating"
	Strength     Sport = "strength"
	Yoga         Sport = "yoga"
	Fitness      Sport = "fitness"
	Diving       Sport = "diving"
	Transition   Sport = "transition"
	Other        Sport = "other"
)

// Sports lists the known sports in the order in which they are shown.
func Sports() []Sport {
	return []Sport{
		Cycling, Running, Swimming, Walking, Hiking, Rowing, Paddling, CrossCountry,
		AlpineSki, Skating, Strength, Yoga, Fitness, Diving, Transition, Other,
	}
}

// ParseSport reads a sport as people and services write it ("ride", "Bike", "VirtualRide").
// It returns false for an unknown word.
func ParseSport(s string) (Sport, bool) {
	sport, _, ok := ParseRefined(s)
	return sport, ok
}

// ParseRefined reads the same words as [ParseSport], with their sub-sport ("trail run"), and
// the form that [Refined] writes.
func ParseRefined(s string) (sport Sport, subSport string, ok bool) {
	if of, sub, cut := strings.Cut(s, "/"); cut {
		i := slices.IndexFunc(sportKinds, func(k sportKind) bool { return string(k.sport) == of && k.sub == sub })
		return Sport(of), sub, i >= 0
	}
	k, ok := sportWords()[foldSport(s)]
	return k.sport, k.sub, ok
}

// Refined returns a sport with its sub-sport in one word: "running/trail".
func Refined(sport Sport, subSport string) string {
	if subSport == "" {
		return string(sport)
	}
	return string(sport) + "/" + subSport
}

// ParseKind reads a sport with its sub-sport as files and tables name it, including other
// languages and the words that devices use ("mountain biking", "Laufband"). It returns false
// for an unknown word.
func ParseKind(s string) (sport Sport, subSport string, ok bool) {
	k, ok := kindWords()[foldSport(s)]
	return k.sport, k.sub, ok
}

// sportWords and kindWords are indexes of sportKinds by word.
var (
	sportWords = sync.OnceValue(func() map[string]sportKind { return indexSports(false) })
	kindWords  = sync.OnceValue(func() map[string]sportKind { return indexSports(true) })
)

func indexSports(more bool) map[string]sportKind {
	m := map[string]sportKind{}
	for _, k := range sportKinds {
		words := k.words
		if more {
			words += "," + k.more
		}
		for w := range strings.SplitSeq(words, ",") {
			if w = foldSport(w); w != "" {
				m[w] = k
			}
		}
	}
	for _, s := range Sports() {
		m[foldSport(string(s))] = sportKind{sport: s}
	}
	return m
}

// foldSport reduces a word to its letters and digits: "E-Bike Ride", "e_bike_ride"
// and "EBikeRide" are the same.
func foldSport(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// OnFoot reports whether the sport is running, walking or hiking.
func (s Sport) OnFoot() bool { return s == Running || s == Walking || s == Hiking }

// Kinds of a sport (Activity.SubSport) that rules use; others are kept as text.
const (
	SubIndoor    = "indoor"     // on a trainer, a treadmill or an ergometer: no distance over ground
	SubVirtual   = "virtual"    // indoor on a simulated course
	SubPool      = "pool"       // swimming counted in lengths
	SubOpenWater = "open_water" // swimming by GPS
	SubTrail     = "trail"
	SubTrack     = "track"
	SubRoad      = "road"
	SubGravel    = "gravel"
	SubMountain  = "mountain"
)

// IndoorSub reports whether a sub-sport is indoors, without actual distance.
func IndoorSub(subSport string) bool { return subSport == SubIndoor || subSport == SubVirtual }

// sportKind is a sport, perhaps with a sub-sport, and the words for it.
type sportKind struct {
	sport Sport
	sub   string
	// words are English words that mean the sport in any sentence. more are words from
	// other languages and devices, which mean the sport only where a sport is expected.
	words, more string
}

// sportKinds is the only table of words for sports. No word is in two rows.
var sportKinds = []sportKind{
	{
		Cycling, "", "bike,biking,bicycle,ride,rides,cycle,bike ride,velo,rad",
		"Radfahrt,Fahrrad,Radfahren,Vélo,Sortie à vélo,Sortie vélo,Bicicleta,Vuelta en bicicleta,Ciclismo," +
			"Salida en bici,Pedalada,Giro,Uscita in bici,Giro in bici,Bici,Fietsrit,Fietsen,Rit,ライド,骑行," +
			"騎乘,라이드,Jízda,Jízda na kole,Jazda rowerem,Jazda na rowerze,Велозаезд,Cykeltur," +
			"Sykkeltur,Cykling,cycling sport,cycling transport,commuting,Fietstocht,Bicicletta,Ciclismo su strada," +
			"自転車,サイクリング,自行车,騎行,자전거,Kolo,Велоспорт,Велосипед," +
			"Cykla,Sykling,Pyöräily,Kerékpár,Bisiklet,touringbicycle,citybike,Andar de bicicleta,Bici da strada," +
			"Fahrradfahren,Radtour,À vélo,Cyclisme,Vuelta ciclista,Jazda",
	},
	{
		Cycling, SubVirtual, "virtual ride,virtual cycling",
		"Virtuelle Radfahrt,Virtuelles Radfahren,Vélo virtuel,Sortie à vélo virtuelle,Bicicleta virtual," +
			"Ciclismo virtual,Pedalada virtual,Uscita virtuale,Giro virtuale,Virtuele fietsrit,Virtuele rit," +
			"バーチャルライド,Virtuální jízda,Virtuele fietstocht,Ciclismo virtuale,Bici virtuale," +
			"Cyclisme virtuel,Paseo en bici virtual,虚拟骑行,虛擬騎乘,가상 라이딩," +
			"バーチャルサイクリング,Wirtualna jazda,Виртуальный заезд,Virtuell cykeltur," +
			"Rollentraining virtuell,Vuelta ciclista virtual,Vuelta virtual",
	},
	{
		Cycling, SubMountain, "mountain bike,mountain biking,mountain bike ride",
		"Mountainbike-Fahrt,Mountainbiken,VTT,Sortie VTT,Bicicleta de montaña,Ciclismo de montaña," +
			"Uscita in mountain bike,Mountainbikerit,マウンテンバイクライド,mtb,downhill biking," +
			"downhill mountain biking,enduro mtb,mtb easy,mtb advanced,Mountainbikefahren,MTB-Tour," +
			"Vélo tout terrain,Vélo de montagne,BTT,Ciclismo de montanha,Ciclismo in montagna,Bici da montagna," +
			"山地骑行,山地自行车,登山車,越野單車,マウンテンバイク,산악자전거," +
			"Горный велосипед,Terrängcykling,Terrengsykling,Maastopyöräily,Kolarstwo górskie," +
			"Vuelta en bicicleta de montaña,Vuelta ciclista en bicicleta de montaña",
	},
	{
		Cycling, SubGravel, "gravel ride,gravel cycling,gravel biking",
		"Gravel-Fahrt,Gravel-Radfahrt,Vélo gravel,Gravel,Sortie gravel,Bicicleta de gravel,Ciclismo de gravel," +
			"Pedalada em cascalho,Uscita gravel,Gravelrit,グラベルライド,gravel bike,Gravelbiken," +
			"Gravelfietsen,Bici gravel,砾石骑行,グラベル,그래블 라이딩,Vuelta ciclista en grava",
	},
	{
		Cycling, "e_bike", "e biking,e bike ride,e bike",
		"E-Bike-Fahrt,E-Bike-Radfahrt,VAE,Vélo électrique,Vélo à assistance électrique,Bicicleta eléctrica," +
			"Bicicleta elétrica,Pedalada de bicicleta elétrica,Uscita in e-bike,E-bikerit,eバイクライド," +
			"E-Mountain Bike Ride,E-Mountainbike-Fahrt,e bike fitness,e bike mountain,e touringbicycle,e mtb," +
			"Elektrofahrrad,Pedelec,Elektrische fiets,Bici elettrica,电动自行车,電動自行車," +
			"電動アシスト自転車,Vuelta en bicicleta eléctrica",
	},
	{Cycling, "handcycle", "", "Handcycle,Handbike,Velomobile,Velomobil,hand cycling,indoor hand cycling,Bicicleta de mano"},
	{
		Cycling, SubIndoor, "indoor cycling,indoor ride,indoor bike",
		"spinning,spin,indoor biking,stationary bike,trainer ride,trainer,turbo trainer,turbo,Rollentraining,Hometrainer," +
			"Heimtrainer,Indoor-Radfahren,Vélo en salle,Vélo d'intérieur,Ciclismo indoor,Ciclismo en sala," +
			"Bicicleta estática,Rodillo,Rulli,Cyclette,Binnen fietsen,Indoor fietsen,Ciclismo em ambiente fechado," +
			"Rolo de treino,室内骑行,室內騎車,インドアサイクリング,屋内サイクリング," +
			"실내 사이클",
	},
	{
		Cycling, SubRoad, "road bike,road biking,road cycling,road ride",
		"racebike,Rennrad,Rennradfahren,Rennradfahrt,Vélo de route,Cyclisme sur route,Ciclismo de ruta," +
			"Ciclismo en ruta,Ciclismo en carretera,Bicicleta de carretera,Ciclismo de estrada,Bici da corsa," +
			"Wielrennen,Racefiets,Racefietsen,公路骑行,公路車,ロードバイク,도로 사이클",
	},
	{
		Cycling, SubTrack, "track cycling,track ride",
		"Bahnradfahren,Bahnradsport,Cyclisme sur piste,Ciclismo en pista,Ciclismo su pista,Baanwielrennen",
	},
	{Cycling, "cyclocross", "cyclocross", "Querfeldein,Ciclocross,Ciclocrós,Veldrijden"},
	{Cycling, "bmx", "", "bmx"},
	{Cycling, "recumbent", "recumbent cycling", "recumbent,Liegerad"},
	{
		Running, "", "run,runs,jog,jogging",
		"Lauf,Laufen,Course à pied,Course,Carrera,Correr,Corrida,Corsa,Hardloopsessie,Hardlopen,Loop,ラン," +
			"ランニング,跑步,달리기,Běh,Bieg,Забег,Бег,Löpning,Løpetur,Løb,Løbetur,Koşu," +
			"outdoor run,Joggen,Footing,Correre,Rennen,Trotar,Corrida de rua,Bieganie,Běhání,Futás,Juoksu," +
			"ジョギング,慢跑,조깅,路跑",
	},
	{
		Running, SubTrail, "trail run,trail running",
		"Traillauf,Trail,Course de trail,Carrera de montaña,Carrera por montaña,Corrida em trilha," +
			"Corsa su sentiero,トレイルラン,mountain running,Geländelauf,Berglauf,Course nature," +
			"Course en sentier,Trailloop,Trailrunnen,Corrida de montanha,Corrida de trilha,Corsa in montagna," +
			"越野跑,トレイルランニング,トレラン,트레일 러닝,Трейл,Terränglöpning," +
			"Terrengløping,Bieg terenowy,Carrera de trail",
	},
	{
		Running, SubVirtual, "virtual run,virtual running",
		"Virtueller Lauf,Course à pied virtuelle,Course virtuelle,Carrera virtual,Corrida virtual," +
			"Corsa virtuale,Virtuele hardloopsessie,バーチャルラン,Virtueel hardlopen,虚拟跑步," +
			"虛擬跑步,가상 달리기",
	},
	{
		Running, SubRoad, "street running,road running,road run",
		"Straßenlauf,Course sur route,Carrera en ruta,Corsa su strada,Wegloop",
	},
	{
		Running, SubIndoor, "treadmill,treadmill run,treadmill running,indoor run,indoor running",
		"Laufband,Laufbandlauf,Laufbandtraining,Tapis de course,Course sur tapis,Course en salle,Cinta de correr," +
			"Carrera en cinta,Corrida na esteira,Esteira,Tapis roulant,Corsa su tapis roulant,Loopband," +
			"Hardlopen op loopband,跑步机,跑步機,室内跑步,トレッドミル,ルームランナー," +
			"트레드밀",
	},
	{
		Running, SubTrack, "track run,track running",
		"Bahnlauf,Course sur piste,Carrera en pista,Corsa su pista,Baanloop",
	},
	{Running, "ultra", "", "ultra run,ultra running"},
	{Running, "obstacle", "", "obstacle run"},
	{
		Swimming, "", "swim,swims",
		"Schwimmen,Schwimmeinheit,Natation,Natación,Natação,Nuoto,Nuotata,Zwemmen,水泳,スイム,游泳," +
			"수영,Plavání,Pływanie,Плавание,Заплыв,Simning,Svømming,Svømning,Nager,Nadar," +
			"Nuotare,Natación libre,Úszás,Uinti,Yüzme",
	},
	{
		Swimming, SubOpenWater, "open water swim,open water swimming",
		"open water,Freiwasserschwimmen,Freiwasser,Nage en eau libre,Natation en eau libre,Eau libre," +
			"Natación en aguas abiertas,Aguas abiertas,Nuoto in acque libere,Acque libere,Openwaterzwemmen," +
			"Zwemmen in open water,Natação em águas abertas,Águas abertas,公开水域游泳,開放水域游泳," +
			"オープンウォータースイミング,오픈 워터 수영",
	},
	{
		Swimming, SubPool, "pool swim,lap swimming,pool swimming",
		"Bahnschwimmen,Schwimmen im Becken,Natation en piscine,Natación en piscina,Nuoto in piscina," +
			"Zwemmen in zwembad,Natação em piscina,泳池游泳,プールスイム,수영장 수영",
	},
	{
		Walking, "", "walk,walks",
		"Spaziergang,Gehen,Marche,Caminata,Caminar,Caminada,Camminata,Wandeling,Wandelen,ウォーキング," +
			"散歩,步行,걷기,Chůze,Spacer,Ходьба,Promenad,Gåtur,casual walking,speed walking," +
			"nordic walking,Spazieren,Spazierengehen,Marcher,Andar,Paseo,Passeggiata,Camminare,Caminhada,走路," +
			"健走,ウォーク,산책",
	},
	{Walking, SubIndoor, "indoor walking", ""},
	{
		Hiking, "", "hike,hikes",
		"Wanderung,Wandern,Randonnée,Senderismo,Excursión,Trilha,Caminhada na natureza,Escursione," +
			"Escursionismo,Hiken,ハイキング,徒步,하이킹,Túra,Pěší turistika,Wędrówka,Поход," +
			"Vandring,Fottur,trekking,Bergwandern,Rando,Trek,Caminhada em trilha,Excursionismo,Wandeltocht,爬山," +
			"登山,远足,遠足,등산",
	},
	{Hiking, "mountaineering", "", "mountaineering,Bergsteigen,Alpinisme,Alpinismo"},
	{Hiking, "rucking", "", "rucking"},
	{Hiking, "snowshoe", "", "snow shoe,snowshoeing,Schneeschuhwandern,Raquette,Raquettes,Raquetas de nieve,Raqueta de nieve,Ciaspole"},
	{
		AlpineSki, "", "alpine ski,alpine skiing,skiing",
		"Ski Alpin,Alpinski,Esquí alpino,Esqui alpino,Sci alpino,Alpineskiën,アルペンスキー," +
			"downhill skiing,resort skiing,resort skiing snowboarding,Skifahren,Ski de piste,Sci,滑雪,スキー," +
			"스키",
	},
	{AlpineSki, "snowboard", "", "resort snowboarding,snowboarding,Snowboard,Snowboarden,Planche à neige"},
	{
		CrossCountry, "", "nordic ski,nordic skiing,xc ski,cross country ski,cross country skiing",
		"Langlauf,Skilanglauf,Ski nordique,Ski de fond,Esquí nórdico,Esquí de fondo,Esqui nórdico," +
			"Sci nordico,Sci di fondo,Langlaufen,ノルディックスキー,Běžky,skiing cross country," +
			"classic skiing,Langlaufski,クロスカントリースキー,越野滑雪",
	},
	{CrossCountry, "skate", "", "skate skiing"},
	{
		CrossCountry, "backcountry", "",
		"backcountry skiing,Backcountry Ski,Skitour,Skitourengehen,Ski de randonnée,Esquí de travesía," +
			"Scialpinismo",
	},
	{CrossCountry, "roller_ski", "", "roller skiing,Roller Ski,Rollski"},
	{CrossCountry, SubVirtual, "virtual ski", ""},
	{Skating, "", "skate", "Pattinaggio,Schaatsen"},
	{
		Skating, "inline", "inline skate,inline skating",
		"Inlineskaten,Roller,Patinaje en línea,Skeeleren,インラインスケート,inline,skating inline",
	},
	{
		Skating, "ice", "ice skating,ice skate",
		"Eislaufen,Patin à glace,Patinage sur glace,Patinaje sobre hielo,アイススケート",
	},
	{
		Rowing, "", "row",
		"Rowing,Rudern,Aviron,Remo,Canottaggio,Roeien,ボート,ローイング,划船,outdoor rowing," +
			"Roeien op water,Ramer",
	},
	{Rowing, SubVirtual, "virtual row,virtual rowing", "Virtuelles Rudern,Aviron virtuel,Remo virtual"},
	{
		Rowing, SubIndoor, "indoor rowing,indoor row",
		"rowing machine,rowing ergometer,Rudergerät,Ruderergometer,Indoor-Rudern,Rameur,Aviron en salle," +
			"Remo indoor,Remo en máquina,Remoergometro,Vogatore,Roeimachine,Indoor roeien,室内划船," +
			"インドアローイング",
	},
	{Paddling, "", "", ""},
	{Paddling, "kayaking", "kayaking", "Kajakfahren,Kajak,Kayak,Caiaque,Kajakken,Kayakken,カヤック"},
	{Paddling, "canoeing", "canoeing", "Canoe,Kanufahren,Kanu,Canoë,Canoa,Piragüismo,Piragua,Kanoën,カヌー"},
	{
		Paddling, "stand_up", "stand up paddling,stand up paddleboarding",
		"Stehpaddeln,Paddle,Surf de remo,sup,paddle boarding",
	},
	{
		Strength, "", "weight training,strength training,gym",
		"Krafttraining,Gewichtstraining,Entraînement aux poids,Musculation,Entrenamiento con pesas,Pesas," +
			"Musculação,Treinamento com pesos,Allenamento con pesi,Pesi,Krachttraining," +
			"ウェイトトレーニング,筋トレ,力量训练,重量訓練,근력 운동,weights,weight lifting," +
			"indoor strength,Renforcement musculaire,Fuerza,Entrenamiento de fuerza,Treino de força,Forza," +
			"Allenamento della forza,Fitnessstudio,力量,筋力トレーニング",
	},
	{Yoga, "", "", "Yoga,ヨガ,瑜伽,요가,Йога,Jóga,Joga"},
	{Yoga, "pilates", "", "Pilates"},
	{
		Fitness, "", "workout,fitness equipment,training",
		"Trainingseinheit,Entraînement,Entrenamiento,Treinamento,Treino,Allenamento,ワークアウト,锻炼," +
			"운동,indoor cardio,cardio,crosstraining",
	},
	{Fitness, "stairs", "", "stair climbing,stair climber,Stair-Stepper,Stepper"},
	{Fitness, "jump_rope", "", "jump rope,Seilspringen"},
	{Fitness, "hiit", "", "High Intensity Interval Training,HIIT"},
	{Fitness, "elliptical", "", "Elliptical,Ellipsentrainer,Crosstrainer,Vélo elliptique,Elíptica,Ellittica"},
	{Fitness, "crossfit", "", "Crossfit"},
	{Diving, "", "", "scuba,scuba diving,freediving,Tauchen,Plongée,Buceo,Immersione,Duiken,ダイビング"},
	{Transition, "", "", "swimtobiketransition,biketoruntransition,transition v2"},
	{Other, "", "generic", ""},
}
